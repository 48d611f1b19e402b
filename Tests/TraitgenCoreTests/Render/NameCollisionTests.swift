import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Names of traits for which the output would not compile are refused; what they would collide with is looked up.
@Suite("Names that collide")
struct NameCollisionTests {
    private func collisions(
        _ name: String, _ rest: String = "{\n    --x-->\n    --o|-->\n    -->\n}\n"
    ) throws -> [String] {
        let shipped =
            ReasonedFacts.traits + """
                operator TraitPublishers.Race (A, B)                        race
                operator Publishers.FlatMap (Upstream, NewPublisher)        flatten
                operator Deferred (DeferredPublisher)                       passes

                """
        let model = try Model.build("import Streams\ntrait \(name) \(rest)", path: "App.traits") { _, _ in
            [(path: "Streams.traits", bytes: Array(shipped.utf8))]
        }
        let found = try NameCollisions(
            model, templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "App")
        ).all()
        return found.map(\.diagnostic.message)
    }

    @Test(arguments: [
        ("DeferredPublisher", "DeferredPublisher"), ("ErrorPublisher", "TraitSubscriptions.Error"),
        ("ResultPublisher", "TraitSubscriptions.Result"),
        ("MaybeResultPublisher", "TraitSubscriptions.MaybeResult"),
        ("JobPublisher", "DeferredFutureJob"), ("BoolPublisher", "TraitPublishers.Bool"),
        ("RacePublisher", "TraitPublishers.Race"), ("NewPublisher", "NewPublisher"),
        ("SelfPublisher", "TraitPublishers.Self"), ("CheckSinglePublisher", "TraitPublishers.CheckSingle"),
    ])
    func `a type that the code beside it means otherwise`(name: String, type: String) throws {
        let messages = try collisions(name)
        #expect(messages.count == 1)
        #expect(messages.first?.contains(" would be written for `\(name)`") == true, "\(type)")
    }

    @Test(arguments: ["FewPublisher", "MapPublisher", "NetworkPublisher", "AssertNoFailurePublisher"])
    func `other names are free`(name: String) throws {
        #expect(try collisions(name) == [])
    }

    @Test func `what a trait of another kind doesn't declare is free`() throws {
        #expect(try collisions("ErrorPublisher", "shared\n") == [])
        #expect(try collisions("ResultPublisher", "at MainActor\n") == [])
    }

    @Test func `names are read as Swift means them`() {
        var names = SwiftNames()
        names.read(
            """
            // struct Comment {}
            extension Outer.Middle {
                public struct Inner<Value: Thing>: Other { let text = "struct Quoted { }"; var value: Value.Part }
            }
            func make() -> Outer.Deep { A().B }
            """)
        #expect(names.declared == [["Outer", "Middle", "Inner"]])
        #expect(names.uses.contains(.init(scope: [], path: ["Outer", "Deep"])))
        #expect(names.uses.contains(.init(scope: ["Outer", "Middle", "Inner"], path: ["Value", "Part"])))
        #expect(!names.uses.contains { $0.path.contains("Quoted") || $0.path == ["B"] })
    }
}
