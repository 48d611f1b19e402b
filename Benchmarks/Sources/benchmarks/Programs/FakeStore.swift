import Dispatch
import Synchronization

/// The lines of a file: numbers and amounts, one in a thousand of them broken.
struct Lines: Sequence, IteratorProtocol {
    static let count = 1_000_000
    /// How many are not broken.
    static var good: Int { count - count / 1000 }

    private var number = 0

    mutating func next() -> String? {
        if number == Self.count { return nil }
        number += 1
        return number % 1000 == 7 ? "#\(number)" : "\(number);\(number * 7 % 10_000)"
    }
}

/// What a line means.
struct Record: Sendable {
    var number: Int
    var amount: Int

    /// Nothing if the line is broken.
    init?(_ line: String) {
        var (number, amount) = (0, 0)
        var isAmount = false
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: ";"): isAmount = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int(byte &- UInt8(ascii: "0"))
                if isAmount { amount = amount * 10 + digit } else { number = number * 10 + digit }
            default: return nil
            }
        }
        if !isAmount { return nil }
        (self.number, self.amount) = (number, amount)
    }
}

struct StoreError: Error {}

/// That a batch was stored.
struct Receipt: Sendable {
    var sum: Int
    var attempts: Int
    /// When the batch was handed over.
    var start: UInt64
}

/// Stores batches on threads of its own.
final class FakeStore: Sendable {
    private let queue = DispatchQueue(label: "store", attributes: .concurrent)

    func insertion(of batch: [Record]) -> Insertion { Insertion(batch, queue) }
}

/// A batch on its way to the store, which may be tried several times.
final class Insertion: Sendable {
    private let batch: [Record]
    private let queue: DispatchQueue
    private let start = Probe.now
    private let attempts = Mutex(0)

    init(_ batch: [Record], _ queue: DispatchQueue) { (self.batch, self.queue) = (batch, queue) }

    /// Tries once. One batch in eight needs up to three attempts more.
    func run(_ completion: @escaping @Sendable (Result<Receipt, StoreError>) -> Void) {
        queue.async { [self] in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            let number = (batch.first?.number ?? 0) / 1000
            if number % 8 == 3 && attempt <= number / 8 % 3 + 1 { return completion(.failure(StoreError())) }
            let sum = batch.reduce(0) { $0 &* 31 &+ $1.number &* $1.amount }
            completion(.success(Receipt(sum: sum, attempts: attempt, start: start)))
        }
    }
}
