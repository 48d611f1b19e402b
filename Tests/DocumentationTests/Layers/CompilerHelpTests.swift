import Testing

/// What the compiler says to code that breaks a promise: the point of having traits.
@Suite(.compiling, .waiting) struct CompilerHelpTests {
    /// What the compiler says about a file that imports the runtime.
    static func errors(of code: String) throws -> String { try ClientCompiler.diagnostics(of: code) }

    @Test func `a chain that keeps its promise compiles`() throws {
        let text = try Self.errors(
            of: """
                let a = Just(1).map { $0 + 1 }.flatMap { Just($0) }.eraseToAnySinglePublisher()
                let b = Just(1).filter { _ in true }.eraseToAnyMaybePublisher()
                """)
        #expect(text.isEmpty)
    }

    /// Tests of a table hand a sample to such a closure.
    @Test func `a misspelt operator in a sample of a table is named`() throws {
        let text = try Compiler.errors(
            of: """
                import TraitsRuntime
                import TraitsTesting

                func add(to row: LawRow) {
                    row.sample("upstream") { (scheduler: TestScheduler, upstream: LawUpstream<TestFailure>) in
                        upstream.filtr { $0 > 1 }
                    }
                }

                """)
        #expect(text.contains("has no member 'filtr'"), "\(text)")
    }

    @Test func `a property that is filtered needs a fallback, and the message says so`() throws {
        let text = try Self.errors(
            of: """
                let a = Property(1).map { $0 + 1 }.filter { $0 > 1 }
                let b = Property(1).prefix(while: { $0 > 1 })
                let c = Properties.Filter(Property(1)) { $0 > 1 }.eraseToAnyCurrentValuePublisher()
                let d = Property(Property(1).allValues.filter { $0 > 1 })
                let e: Property<Int> = Property(Property(1).allValues.map { $0 + 1 })
                """)
        let why = "(o => o or nothing   joins now) never keeps the promise of CurrentValuePublisher"
        #expect(
            text.contains("'filter' is unavailable: Properties.Filter \(why); use 'filter(initial:_:)'"),
            "\(text)")
        #expect(text.contains("use 'prefix(initial:while:)'"), "\(text)")
        #expect(
            text.contains("to 'CurrentValuePublisher' is unavailable: Properties.Filter"), "\(text)")
        #expect(
            text.contains("this publisher may have no current value: use 'Property(initial:then:)'"),
            "\(text)")
        #expect(!text.contains("main.swift:6"), "\(text)")
    }

    @Test func `a publisher without a current value is no property, and no constant by mistake`() throws {
        let text = try Self.errors(
            of: """
                final class Model { @Published var name = "" }
                func make(_ model: Model, _ subject: PassthroughSubject<Int, Never>) {
                    let a = Property(model.$name.filter { !$0.isEmpty })
                    let b = Property(CurrentValueSubject<Int, any Error>(1))
                    let c = Property(subject.eraseToAnyPublisher())
                    let d: Property<Int> = Property(subject)
                    let e = Property(model.$name.map(\\.count))
                    let f = Property(CurrentValueSubject<Int, Never>(1))
                    let g = Property(constant: subject)
                    let h = Property(1)
                }
                """)
        let help = "this publisher may have no current value: use 'Property(initial:then:)' to follow it"
        for line in [4, 5, 6] {
            #expect(
                text.contains("main.swift:\(line):13: warning: 'init(_:)' is deprecated: \(help)"), "\(text)")
            #expect(text.contains("main.swift:\(line):13: error: call can throw"), "\(text)")
        }
        #expect(text.contains("main.swift:7:28: error: 'init(_:)' is unavailable: \(help)"), "\(text)")
        for line in 8...11 { #expect(!text.contains("main.swift:\(line):13:"), "\(text)") }
    }

    @Test func `a value before a stream makes it immediate, and a list of values may be empty`() throws {
        let text = try Self.errors(
            of: """
                func make(_ words: PassthroughSubject<String, Never>) {
                    let a = words.prepend("x").eraseToAnyImmediatePublisher()
                    let b: AnyImmediatePublisher = words.prepend("x").map { $0 + "!" }.eraseToAnyImmediatePublisher()
                    let c: Publishers.Concatenate<Publishers.Sequence<[String], Never>, PassthroughSubject<String, Never>> = words.prepend("x")
                    let d = words.prepend("x", "y").eraseToAnyImmediatePublisher()
                }
                """)
        let errors = text.split(separator: "\n").filter { $0.contains(/main.swift:\d+:\d+: error:/) }
        #expect(errors.count == 1 && errors[0].contains("main.swift:6:37: "), "\(text)")
    }

    @Test func `a sequence is no single, and the message says what to do`() throws {
        let text = try Self.errors(of: "let a = [1, 2].publisher.eraseToAnySinglePublisher()\n")
        #expect(text.contains("main.swift:2:26: error: conformance of 'Publishers.Sequence<"), "\(text)")
        #expect(text.contains("Publishers.Sequence"))
        #expect(text.contains("never keeps the promise of SinglePublisher"))
        #expect(text.contains("'assertSingle()' where you know better"))
    }

    @Test func `the sink of a promise that was lost says where to ask`() throws {
        let text = try Self.errors(
            of: """
                func greet(_ name: AnySinglePublisher<String, Never>, _ any: some Publisher<Int, Never>) {
                    let a = name.filter { !$0.isEmpty }.sinkSingle { print($0) }
                    let b = any.sinkMaybe { print($0) }
                    let c = name.ignoreOutput().sinkCompletable { print($0) }
                    let d = name.sinkSingle { (word: Int) in print(word) }
                    let e = name.map { $0.count }.sinkSingle { if case .success(let count) = $0 { print(count + 1) } }
                }
                """)
        let help = "publisher isn't known to keep the promise of"
        #expect(
            text.contains(
                "main.swift:3:41: error: conformance of 'Publishers.Filter<Upstream>' to 'SinglePublisher' is unavailable"
            ), "\(text)")
        #expect(
            text.contains(
                "main.swift:4:17: error: 'sinkMaybe(receive:)' is unavailable: this \(help) MaybePublisher; "
                    + "'eraseToAnyMaybePublisher()' says what breaks it and what restores it"), "\(text)")
        // Other mistakes are reported as they would be without the explanation.
        #expect(
            text.contains("error: cannot convert value of type '(Int) -> ()'"), "\(text)")
        #expect(!text.contains("main.swift:5"), "\(text)")
        #expect(!text.contains("main.swift:7"), "\(text)")
    }

    /// Code that never heard of this library: a method of collections would hide a global function of its name.
    @Test func `functions of the standard library are found in extensions of collections`() throws {
        let text = try Self.errors(
            of: """
                extension Array where Element == Int {
                    func dot(_ other: [Int]) -> Int { zip(self, other).map { $0 * $1 }.reduce(0, +) }
                }
                """)
        #expect(text.isEmpty, "\(text)")
    }

    @Test func `a filtered single is no single`() throws {
        let text = try Self.errors(
            of: """
                let a = Future<Int, Never> { $0(.success(1)) }
                let b = a.filter { _ in true }.eraseToAnySinglePublisher()

                """)
        #expect(text.contains("main.swift:3:32: error: conformance of 'Publishers.Filter<"), "\(text)")
        #expect(text.contains("Publishers.Filter"))
        #expect(text.contains("never keeps the promise of SinglePublisher"))
    }

    /// `filter` of a `Just` runs where it is written, and its outcome is an optional publisher.
    @Test func `a filtered value is no single but a maybe`() throws {
        let text = try Self.errors(
            of: """
                let a = Just(1).filter { _ in true }.eraseToAnyMaybePublisher()
                let b = Just(1).filter { _ in true }.eraseToAnySinglePublisher()

                """)
        #expect(text.contains("main.swift:3:38: error: conformance of 'Optional<"), "\(text)")
        #expect(text.contains("Optional.Publisher (|, o|)"))
        #expect(text.contains("never keeps the promise of SinglePublisher"))
        #expect(!text.contains("main.swift:2:"), "\(text)")
    }

    @Test func `two singles one after the other are no maybe`() throws {
        let text = try Self.errors(
            of: """
                let a = Future<Int, Never> { $0(.success(1)) }
                let b = a.append(Just(2)).eraseToAnyMaybePublisher()

                """)
        let why = /Concatenate .* keeps the promise of MaybePublisher only where Prefix keeps/
        #expect(text.contains("main.swift:3:"), "\(text)")
        #expect(text.contains(why), "\(text)")
        // `Just` has an `append` of its own for values, which the compiler must not complain of.
        let just = try Self.errors(of: "let a = Just(1).append(Just(2)).eraseToAnyMaybePublisher()\n")
        #expect(just.contains("main.swift:2:"), "\(just)")
        #expect(just.contains(why), "\(just)")
    }

    @Test func `the stage that loses the promise is named`() throws {
        let text = try Self.errors(
            of: "let a = Record<Int, Never> { _ in }.map { $0 + 1 }.eraseToAnySinglePublisher()\n")
        #expect(text.contains("Record (o*|, o*x) never keeps the promise of SinglePublisher"), "\(text)")
    }

    @Test func `a needless check is pointed out`() throws {
        let text = try Self.errors(of: "let a = Just(1).assertSingle()\n")
        #expect(
            text.contains(
                "warning: 'assertSingle(_:file:line:)' is deprecated: SinglePublisher is proven for this publisher already"
            ),
            "\(text)")
    }

    @Test(arguments: [
        ("Just(1).filter { _ in true }", "use 'replaceEmpty(withError:)'"),
        ("Just(1).share()", "use 'shareReplay()' in place of 'share()'"),
        (
            "Just(1).timeout(.seconds(1), scheduler: ImmediateScheduler.shared)",
            "use 'timeout(_:scheduler:options:error:)'"
        ),
        ("[1, 2].publisher", "use 'first(orError:)'"),
    ])
    func `the message names the operator that restores the promise`(stage: String, remedy: String) throws {
        let text = try Self.errors(of: "let a = \(stage).eraseToAnySinglePublisher()\n")
        #expect(text.contains(remedy), "\(text)")
    }

    @Test func `what the messages advise compiles`() throws {
        let text = try Self.errors(
            of: """
                struct Late: Error {}
                let a = Just(1).filter { _ in true }.ifEmpty(default: 0).eraseToAnySinglePublisher()
                let b = Just(1).shareReplay().eraseToAnySinglePublisher()
                let c = Just(1).setFailureType(to: Late.self)
                    .timeout(.seconds(1), scheduler: ImmediateScheduler.shared, error: Late())
                    .eraseToAnySinglePublisher()
                let d = [1, 2].publisher.setFailureType(to: Late.self).first(orError: Late())
                    .eraseToAnySinglePublisher()
                """)
        #expect(text.isEmpty, "\(text)")
    }

    @Test func `work that isn't shared is refused`() throws {
        let errors = try ClientCompiler.diagnostics(
            of: """
                let subject = PassthroughSubject<Int, Never>()
                let a = subject.flatMap { Just($0) }.eraseToAnySharedPublisher()
                let b = [1, 2].publisher.eraseToAnySharedPublisher()
                let c = subject.eraseToAnyPublisher().eraseToAnySharedPublisher()
                let d = Empty<Int, Never>().asCompletable().andThen(Just(1)).eraseToAnySharedPublisher()
                let e = subject.map { $0 + 1 }.eraseToAnySharedPublisher()
                let f = subject.map { $0 + 1 }.merge(with: [1].publisher).eraseToAnySharedPublisher()
                """)
        for (type, why) in [
            ("Publishers.FlatMap", "each subscriber begins a `NewPublisher` of its own"),
            ("Publishers.Sequence", "each subscriber begins its work"),
            ("AnyPublisher", "each subscriber begins its work"),
            ("TraitPublishers.AndThen", "each subscriber begins a `Next` of its own"),
        ] {
            let message =
                "to 'SharedPublisher' is unavailable: \(type) (\(why)) never keeps the promise of "
                + "SharedPublisher; use 'share()', or 'uncheckedShared()' where you know better"
            #expect(errors.contains(message), "\(errors)")
        }
        #expect(!errors.contains("main.swift:7"), "\(errors)")
        #expect(
            errors.contains("main.swift:8:59: error: conformance of 'Publishers.Sequence<"), "\(errors)")
    }
}
