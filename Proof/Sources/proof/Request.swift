import Foundation
import Lifetimes
import RowLaws
import TraitsTesting

/// The arguments of the command.
struct Request {
    static let help = """
        Proves the library in full, where `swift test` takes short plans.

            proof [FLOOR…] [OPTIONS]

        Floors, all of them if none is named:

        \(Floor.all.map { "    \($0.name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0.summary)" }.joined(separator: "\n"))

        Options:
            --rows NAMES        these rows only, with commas between; the floors are those about rows then
            --plans all|short   all plans (the default), or for rows and programs those of a usual run of the tests
            --count N           so many random programs of each kind
            --seed N            the first seed, or the only one if --count isn't given
            --record FILE       writes the observed histories, for `traitgen mutate` and `traitgen coverage`

        A failing plan is printed as a test to paste, with its seed. Exit status: 0 if all is proven, 1 if something failed, 2 for
        wrong arguments.
        """

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var floors = Floor.all
    private(set) var rows: Set<String>?
    private(set) var plans = LawPlans.all
    private(set) var count: UInt64?
    private(set) var seed: UInt64?
    private(set) var record: String?
    private(set) var wantsHelp = false

    init(_ arguments: [String]) throws(Mistake) {
        var names: [String] = []
        var rest = arguments[...]
        func value(of option: String) throws(Mistake) -> String {
            guard let value = rest.popFirst() else { throw Mistake(description: "\(option) needs a value") }
            return value
        }
        func number(of option: String) throws(Mistake) -> UInt64 {
            let text = try value(of: option)
            guard let number = UInt64(text) else {
                throw Mistake(description: "\(option): `\(text)` is no number")
            }
            return number
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--rows": rows = Set(try value(of: argument).split(separator: ",").map(String.init))
            case "--plans":
                let text = try value(of: argument)
                guard let plans = LawPlans(rawValue: text) else {
                    throw Mistake(description: "--plans is `all` or `short`, not `\(text)`")
                }
                self.plans = plans
            case "--count": count = try number(of: argument)
            case "--seed": seed = try number(of: argument)
            case "--record": record = try value(of: argument)
            case _ where argument.hasPrefix("-"):
                throw Mistake(description: "no option is called `\(argument)`: see --help")
            default: names.append(argument)
            }
        }
        if rows?.isEmpty == true { throw Mistake(description: "--rows names no row") }
        if count == 0 { throw Mistake(description: "--count 0 would prove nothing") }
        if !names.isEmpty {
            floors = try names.map { name throws(Mistake) in
                guard let floor = Floor.all.first(where: { $0.name == name }) else {
                    throw Mistake(description: "no floor is called `\(name)`: see --help")
                }
                return floor
            }
            if rows != nil,
                let other = floors.first(where: { floor in !Floor.ofRows.contains { $0.name == floor.name } })
            {
                throw Mistake(description: "--rows: the floor `\(other.name)` isn't about rows")
            }
        } else if rows != nil {
            floors = Floor.ofRows
        }
        if let rows {
            let unknown = rows.subtracting(RowLaws.types).sorted()
            if !unknown.isEmpty {
                throw Mistake(
                    description: "no table has a row with samples about \(unknown.joined(separator: ", "))")
            }
        }
    }

    /// Tells the law kit where to record, and which seed a race has.
    func setEnvironment() {
        if let record { setenv("TRAITS_LAWS_RECORD", record, 1) }
        if let seed { setenv("TRAITS_RACE_SEED", count.map { "\(seed)-\(seed + $0 - 1)" } ?? "\(seed)", 1) }
    }

    var types: [String] { RowLaws.types.filter { rows?.contains($0) ?? true } }

    /// Returns the checks of the rows that are asked for.
    func selected(_ checks: [Lifetime]) -> [Lifetime] {
        guard let rows else { return checks }
        return checks.filter { $0.row.map(rows.contains) ?? false }
    }

    /// Returns the seeds of random programs.
    ///
    /// - Parameter number: The number of programs without `--count`, with all plans; short plans are a tenth of that.
    func seeds(_ number: UInt64) -> Range<UInt64> {
        let first = seed ?? 1
        let standard = plans == .all ? number : max(number / 10, 1)
        return first..<first + (count ?? (seed == nil ? standard : 1))
    }
}
