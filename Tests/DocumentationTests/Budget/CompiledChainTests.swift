import Testing

/// What the compiler works on when a client is compiled for release. It throws away what turns out to be for nothing, so
/// that what it emits shows none of it; but it takes its time, several times as long as for the rest.
@Suite("Compiled chains", .compiling, .waiting)
struct CompiledChainTests {
    /// No chain of these has a subscriber that has to be owned, nor an eraser.
    @Test func `nothing is compiled that a chain can't need`() throws {
        let names = try specialised(
            """
            public func stages(_ numbers: PassthroughSubject<Int, Never>) -> AnyCancellable {
                numbers.map { $0 + 1 }.filter { $0 > 1 }.removeDuplicates().prefix(3).reduce(0, +).sink { print($0) }
            }
            public func value() -> AnyCancellable {
                Just(1).map { $0 + 1 }.filter { $0 > 1 }.sink { print($0) }
            }
            public func elements() -> AnyCancellable {
                [1, 2].publisher.compactMap { $0 > 1 ? $0 : nil }.max().sink { print($0) }
            }
            public func pairs(
                _ numbers: PassthroughSubject<Int, Never>, _ others: CurrentValueSubject<Int, Never>
            ) -> AnyCancellable {
                numbers.zip(others).merge(with: numbers.combineLatest(others)).map { $0.0 }.sink { print($0) }
            }
            """)
        #expect(names.contains { $0.contains("_ValueSink") })
        #expect(names.filter { $0.contains("6_OwnedV") } == [])
        #expect(names.filter { $0.contains("12AnyPublisherV7_boxing") } == [])
    }

    /// A queue grows in the library, a future with one subscriber has no list of others, only `merge` holds its inputs,
    /// and only a subject with a current value has what that takes.
    @Test func `clients compile neither arrays nor what other operators do`() throws {
        let names = try specialised(
            """
            nonisolated(unsafe) public var seen = 0
            public func pairs(
                _ numbers: PassthroughSubject<Int, Never>, _ others: CurrentValueSubject<Int, Never>
            ) -> AnyCancellable {
                numbers.zip(others).sink { seen += $0 + $1 }
            }
            public func quiet(_ numbers: PassthroughSubject<Int, Never>) -> AnyCancellable {
                numbers.debounce(for: 1, scheduler: ImmediateScheduler.shared).sink { seen += $0 }
            }
            public func elsewhere(_ numbers: PassthroughSubject<Int, Never>) -> AnyCancellable {
                numbers.receive(on: ImmediateScheduler.shared).sink { seen += $0 }
            }
            public func answers(_ numbers: PassthroughSubject<Int, Never>) -> AnyCancellable {
                numbers.flatMap { number in Future<Int, Never> { $0(.success(number)) } }.sink { seen += $0 }
            }
            public func subject() -> PassthroughSubject<Int8, Never> { PassthroughSubject() }
            """)
        for type in ["_ZipMachine", "_DebounceMachine", "_RelayNode", "6Future", "PassthroughSubject"] {
            #expect(names.contains { $0.contains(type) }, "\(type)")
        }
        // But for the release of an option set's literal, which is compiled once for a module.
        #expect(names.filter { $0.contains("ContiguousArray") && !$0.contains("StorageCfD") } == [])
        #expect(names.filter { $0.contains("arking") || $0.contains("arked") } == [])
        #expect(names.filter { $0.contains("11loadVersion") && $0.contains("4Int8V") } == [])
        // Once for each node, and not for each place that delivers.
        #expect((1...2).contains(names.filter { $0.contains("5drainyyF") }.count))
    }

    @Test func `a merge that counts demand compiles what holds its inputs`() throws {
        let names = try specialised(
            """
            public func merged(_ one: PassthroughSubject<Int, Never>) -> some Publisher<Int, Never> {
                one.merge(with: one).buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)
            }
            public func take(_ one: PassthroughSubject<Int, Never>) {
                merged(one).subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
            }
            """)
        #expect(names.contains { $0.contains("arking") || $0.contains("arked") })
        #expect(names.contains { $0.contains("5drain") })
    }

    /// The look itself finds what is needed.
    @Test func `what a chain needs is compiled`() throws {
        let names = try specialised(
            """
            public func erased(_ numbers: PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never> {
                numbers.removeDuplicates().eraseToAnyPublisher()
            }
            """)
        #expect(names.contains { $0.contains("6_OwnedV") })
        #expect(names.contains { $0.contains("12AnyPublisherV7_boxing") })
    }

    /// The mangled names of the specialisations that the optimizer has made. It prints each as often as it looks at it, a
    /// hundred megabytes for a few chains, so others choose among the lines.
    private func specialised(_ code: String) throws -> Set<Substring> {
        let lines = try ClientCompiler.output(
            of: code,
            arguments: ["-emit-sil", "-O", "-wmo", "-o", "/dev/null", "-Xllvm", "-sil-print-pass-name"],
            through: #"sed -n -e '/error:/p' -e 's/.*Function: \([^ ]*T[gG]5\)$/\1/p' | sort -u"#)
        #expect(!lines.contains("error:"), "\(lines)")
        return Set(lines.split(separator: "\n"))
    }
}
