import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What is read of Swift sources, without a compiler.
@Suite struct SwiftSourceTests {
    private func read(_ text: String) -> SwiftSource { SwiftSource(Array(text.utf8), path: "A.swift") }

    /// Each conformance as `Type: Protocol where …`.
    private func conformances(_ text: String) -> [String] {
        read(text).conformances.map { one in
            let requirements = one.requirements.map(\.text).joined(separator: ", ")
            return "\(one.type): \(one.name)" + (requirements.isEmpty ? "" : " where \(requirements)")
        }
    }

    @Test(arguments: [
        ("extension Publishers.Map: P where Upstream: P {}", ["Publishers.Map: P where Upstream: P"]),
        ("extension Just: P, Q { func f() {} }", ["Just: P", "Just: Q"]),
        ("extension X: @unchecked Sendable, @retroactive P {}", ["X: Sendable", "X: P"]),
        ("extension X: @preconcurrency @MainActor P {}", ["X: P"]),
        ("extension X: nonisolated P {}", ["X: P"]),
        (
            "extension X: P & Q where A: P & Q, B == C<D, E>, C: M.R {}",
            [
                "X: P where A: P & Q, B == C<D,E>, C: M.R", "X: Q where A: P & Q, B == C<D,E>, C: M.R",
            ]
        ),
        ("extension X: Publisher<Int, Never>, P {}", ["X: Publisher", "X: P"]),
        ("extension X<Int>: P where A.Failure == Never {}", ["X: P where A.Failure == Never"]),
        ("public struct Y<Upstream: P, B>: Q {}", ["Y: Q where Upstream: P"]),
        ("final class Z<each A: P, let n: Int>: Q where B: R {}", ["Z: Q where A: P, n: Int, B: R"]),
        ("enum E: Int, P { case extension_ }", ["E: Int", "E: P"]),
        ("struct S: ~Copyable, P {}", ["S: P"]),
        ("actor A: P {}\nlet actor = 1", ["A: P"]),
        ("extension\n  // a comment\n  X /* /* nested */ */ :\n    P\n{\n}", ["X: P"]),
        ("extension `X`.`protocol`: P {}", ["X.protocol: P"]),
        (
            "#if A\nextension X: P {}\n#elseif B\nextension Y: P {}\n#else\nextension Z: P {}\n#endif",
            [
                "X: P", "Y: P", "Z: P",
            ]
        ),
        (
            "extension Publishers { public struct Own: P {} }\nextension X: P {}",
            ["Publishers.Own: P", "X: P"]
        ),
        ("struct A { struct B: P { enum C: Q {} } }", ["A.B: P", "A.B.C: Q"]),
        // No declarations
        ("func f() { struct Local: P {} }", []),
        ("let x = \"extension X: P {}\"", []),
        ("let x = \"\\(\"extension X: P {}\")\"\nextension Y: P {}", ["Y: P"]),
        ("let x = \"\"\"\n  \" extension X: P {} \\\"\"\"\n  \"\"\"\nextension Y: P {}", ["Y: P"]),
        ("let x = #\"a \" \\(b) \\#(\"c\" + #\"d\"#)\"#\nextension Y: P {}", ["Y: P"]),
        ("let x = /[/\"{]\"/\nextension Y: P {}", ["Y: P"]),
        ("let x = #/ \" /#\nextension Y: P {}", ["Y: P"]),
        ("let x = a / b; let y = \"{\" / c\nextension Y: P {}", ["Y: P"]),
        ("struct A { class func f() {}; class var x: Int { 1 } }\nextension Y: P {}", ["Y: P"]),
        ("struct A { let x = B.extension; var y: Z.Type { Z.self } }", []),
    ])
    func `headers are read and bodies aren't`(text: String, expected: [String]) {
        #expect(conformances(text) == expected)
        #expect(read(text).faults.isEmpty)
    }

    @Test func `names of protocols and other names are kept`() {
        let source = read(
            """
            import Combine
            @testable import struct Streams.Just
            public protocol OwnPublisher: SinglePublisher where Self: Sendable {}
            typealias Both = SinglePublisher & MainActorPublisher
            typealias Numbers = Publishers.Map<Just<Int>, Int>
            extension Publishers { typealias Same = Publishers.Map }
            """)
        #expect(source.imports == ["Combine", "Streams"])
        #expect(source.protocols == ["OwnPublisher": ["SinglePublisher", "Sendable"]])
        #expect(
            source.aliases == [
                "Both": ["SinglePublisher", "MainActorPublisher"], "Publishers.Same": ["Publishers.Map"],
            ])
    }

    @Test(arguments: [
        "extension : P {}", "extension X: (Int) -> Void {}", "extension X: P where A {}", "extension X: P",
        "struct X<A: {}", "extension X<A: P {}",
    ])
    func `what can't be read is said`(text: String) {
        #expect(read(text).faults.map(\.location.line) == [1])
        #expect(read(text).conformances.isEmpty)
    }

    @Test func `a place is that of the protocol`() {
        let location = read("extension X\n    : P, Öl, Q {}").conformances.map(\.location)
        #expect(location.map(\.line) == [2, 2, 2])
        #expect(location.map(\.column) == [7, 10, 15])
    }
}
