internal import TracePage
import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A line of JSON under construction.
struct TraceLine {
    var bytes: [UInt8]
    private var needsComma = false

    private static let process = Int(getpid())

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Begins an event.
    mutating func begin(_ phase: String, _ name: String, _ thread: Int) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        add("ph", phase)
        add("name", name)
        add("pid", Self.process)
        add("tid", thread)
    }

    /// Adds the arguments, and ends the event.
    mutating func arguments(_ add: (inout TraceLine) -> Void) {
        key("args")
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        add(&self)
        bytes += "}}".utf8
    }

    mutating func add(_ key: String, _ text: String) {
        self.key(key)
        quote(text)
    }

    mutating func add(_ key: String, _ number: Int) {
        self.key(key)
        bytes += String(number).utf8
    }

    mutating func add(_ key: String, _ flag: Bool) {
        self.key(key)
        bytes += (flag ? "true" : "false").utf8
    }

    mutating func add(_ key: String, _ demand: Subscribers.Demand) {
        if let number = demand.max { add(key, number) } else { add(key, "unlimited") }
    }

    mutating func add(_ key: String, id: UInt64) {
        self.key(key)
        bytes += "\"0x\(String(id, radix: 16))\"".utf8
    }

    /// Adds a time, which is in microseconds in the file.
    mutating func add(_ key: String, nanoseconds: UInt64) {
        self.key(key)
        bytes += String(nanoseconds / 1000).utf8
        let rest = nanoseconds % 1000
        if rest == 0 { return }
        let digits: [UInt64] = [rest / 100, rest / 10 % 10, rest % 10]
        bytes.append(UInt8(ascii: "."))
        bytes += digits.map { UInt8(ascii: "0") + UInt8($0) }
    }

    private mutating func key(_ key: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        bytes.append(UInt8(ascii: "\""))
        bytes += key.utf8
        bytes += "\":".utf8
    }

    private mutating func quote(_ text: String) { _writeJSON(text, to: &bytes) }
}
