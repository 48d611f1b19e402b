/// The plan of one run of a sample under threads: its inputs, and the takers of its values. It follows from a seed.
struct RacePlan {
    /// The subscriber beside which the first comes.
    enum Company: Int {
        case none, earlier, simultaneous
    }

    /// The behaviours of the inputs.
    let behaviours: [RaceInput.Behaviour]
    /// For each input, the number of values after the first, if it sends several.
    let further: [Int]
    /// Indicates whether inputs give their events to a caller that asks for them without a subscription.
    let inputsAnswer: Bool
    let company: Company
    /// The conduct of the first taker. The second takes all values.
    let conduct: Taker.Conduct
    /// The takers of the values. Their paths are chosen when the inputs are known.
    private(set) var takers: [Taker] = []
    /// Indicates whether time passes during the run, with due work on several threads. That is so for half of the seeds.
    let isTimed: Bool
    /// The seed of all random choices: each sample and each choice of inputs has a plan of its own.
    let seed: UInt64
    private var random: RaceRandom

    /// Creates a plan.
    ///
    /// - Parameter isProbe: Indicates whether there is one subscriber, which asks for one value until the threads are done.
    init(
        row: LawRow, sample: Int, behaviours: [RaceInput.Behaviour], seed: UInt64, isProbe: Bool = false
    ) {
        let words = "\(row.type) \(sample) \(behaviours.map(\.rawValue))".utf8
        self.seed = words.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        self.behaviours = behaviours
        isTimed = seed.isMultiple(of: 2)
        var random = RaceRandom(self.seed, thread: 99)
        let further = behaviours.map { _ in isProbe ? row.bound.values - 1 : random.below(row.bound.values) }
        let isKnown = row.isKnown(zip(behaviours, further).map { $0.shapes(further: $1) })
        self.further = isKnown ? further : further.map { _ in 0 }
        inputsAnswer = random.chance(1, of: 2)
        company = isProbe ? .none : Company(rawValue: random.below(3)) ?? .none
        conduct = isProbe ? .asksOnce : Self.conduct(row, &random)
        self.random = random
    }

    /// The names of the inputs' behaviours.
    var inputs: String { behaviours.map(\.rawValue).joined(separator: "; ") }

    /// The takers in words.
    var words: String { takers.map(\.words).joined(separator: ", and ") }

    /// Indicates whether all inputs send synchronously.
    var isAtOnce: Bool { behaviours.allSatisfy(\.isAtOnce) }

    private static func conduct(_ row: LawRow, _ random: inout RaceRandom) -> Taker.Conduct {
        switch random.below(7) {
        case 0: .asksForAll
        case 1, 2: .cancels()
        case 3: .cancelsItself()
        // A row without patience may lose values that aren't asked for in time.
        case _ where !row.keepsDemand: .asksForAll
        case 4: .asksLater
        case 5: .asksForOne
        default: .isAsked
        }
    }

    /// Chooses the takers of the values.
    ///
    /// - Parameter paths: The possible paths.
    mutating func choose(from paths: [Taker.Path]) {
        takers = (0..<(company == .none ? 1 : 2)).map { number in
            var taker = Taker(path: .subscriber(.direct), conduct: number == 0 ? conduct : .asksForAll)
            let paths = paths.filter(taker.conduct.suits)
            taker.path = paths[random.below(paths.count)]
            if case .cancelsItself = taker.conduct { taker.conduct = .cancelsItself(at: 1 + random.below(2)) }
            return taker
        }
    }
}

extension Taker.Conduct {
    /// Returns whether the taker of values on a path can behave so.
    fileprivate func suits(_ path: Taker.Path) -> Bool {
        switch self {
        case .asksForAll: true
        case .cancels: path.canBeCancelled
        case .cancelsItself: path.hasValuesApart
        case .asksLater, .asksLast, .asksForOne, .isAsked: path.asksItself
        // No stage in between may hold back values that weren't asked for.
        case .asksOnce: path == .subscriber(.direct)
        }
    }
}
