import TraitgenCore

/// The change of a scripted input, which sends numbers, into an input that meets a method's constraints.
struct InputFit {
    /// The calls behind the input, such as `.map { [$0] }`.
    private var calls = ""
    /// The call that promises the trait that the input has to keep.
    private var promise = ""
    /// Indicates whether the input may not fail.
    private var neverFails = false
    /// A value of the input's type; nil if there is none.
    private(set) var value: String? = "1"

    /// An input without constraints.
    init() {}

    /// - Parameters:
    ///   - owner: The name of the input in the constraints, such as `Self`.
    ///   - maker: The method or initialiser with all its constraints.
    ///   - graph: The module, whose enumerations may wrap numbers.
    /// - Throws: The constraint that no number meets.
    init(
        _ owner: String, _ maker: SymbolGraph.Maker, in graph: SymbolGraph
    ) throws(FirstSample.Gap) {
        for constraint in maker.constraints {
            switch constraint.left {
            case owner where constraint.right.hasSuffix("Publisher") && constraint.right != "Publisher":
                promise = ".unchecked\(Trait.shortName(constraint.right))()"
            case "\(owner).Output":
                let wrapper = graph.wrapper(conformingTo: constraint.right).map { wrapper in
                    (calls: ".map { \(wrapper)($0) }", value: String?.none)
                }
                guard let fit = Self.output(constraint, owner, maker) ?? wrapper else {
                    throw Self.gap(constraint)
                }
                // Of `Self.Output == [Element]` the element's own requirements count.
                let element = constraint.right.trimmingPrefix("[").prefix { $0 != "]" }
                let bound = maker.constraints.first { $0.left == element && !maker.numberKeeps($0) }
                if constraint.kind == "sameType", let bound { throw Self.gap(bound) }
                // The first constraint that changes the input decides; the others are about the same type.
                if calls.isEmpty { (calls, value) = fit }
            case "\(owner).Failure":
                switch constraint.right {
                case "Never": neverFails = true
                case "Error", "any Error":
                    if constraint.kind == "sameType" { calls += ".mapError { $0 as any Error }" }
                case _ where constraint.right.hasSuffix(".Failure") || maker.numberKeeps(constraint): break
                default: throw Self.gap(constraint)
                }
            default: continue
            }
        }
    }

    /// Indicates whether the input is as the law kit makes it.
    var isPlain: Bool { calls.isEmpty && promise.isEmpty && !neverFails }

    /// The input's expression.
    func expression(_ name: String) -> String { (neverFails ? "infallible" : name) + calls + promise }

    private static func gap(_ constraint: SymbolGraph.Constraint) -> FirstSample.Gap {
        let sign = constraint.kind == "sameType" ? " ==" : ":"
        return FirstSample.Gap(
            reason: "the law kit's inputs don't have \(constraint.left)\(sign) \(constraint.right)")
    }

    /// Returns the calls that give an input's values the type that a constraint wants, and such a value.
    private static func output(
        _ constraint: SymbolGraph.Constraint, _ owner: String, _ maker: SymbolGraph.Maker
    ) -> (calls: String, value: String?)? {
        if maker.numberKeeps(constraint) { return ("", "1") }
        let right = constraint.right
        switch right {
        case "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection",
            "MutableCollection", "RangeReplaceableCollection":
            return (".map { [$0] }", "[1]")
        case "String", "StringProtocol": return (".map { \"\\($0)\" }", "\"a\"")
        case "Double", "FloatingPoint", "BinaryFloatingPoint": return (".map(Double.init)", "1")
        case "Bool": return (".map { $0 > 0 }", "true")
        case "Void", "()": return (".map { _ in }", "()")
        case "Never": return (".ignoreOutput()", nil)
        // All inputs send numbers.
        case _ where right.hasSuffix(".Output"): return ("", "1")
        case "Publisher":
            let fails = maker.constraints.contains {
                [$0.left, $0.right].sorted() == ["\(owner).Failure", "\(owner).Output.Failure"]
            }
            return (".map { Just($0)\(fails ? ".setFailureType(to: TestError.self)" : "") }", nil)
        // An array of numbers, or of a generic type.
        case _ where right.hasPrefix("[") && !right.contains(":") && right.hasSuffix("]"):
            let element = right.dropFirst().dropLast()
            return element == "Int" || maker.generics.contains(String(element))
                ? (".map { [$0] }", "[1]") : nil
        case _ where right.hasSuffix("?") || right.hasPrefix("Optional<"):
            return (".map(Optional.some)", "1")
        default: return nil
        }
    }
}
