import TraitsRuntime

/// The settings of OpenTelemetry's usual variables.
struct OTLPEnvironment: Sendable {
    /// The address of the collector; nil if no variable names one.
    private(set) var address: String?
    /// A Boolean value that indicates whether the address has the whole path, to which nothing is added.
    private(set) var isWhole = false
    /// Further fields of each request.
    private(set) var headers: [(name: String, value: String)] = []
    /// The attributes of the resource, the service's name among them.
    private(set) var attributes: [(name: String, value: String)] = []
    /// The longest time of a request in milliseconds; nil if no variable limits it.
    private(set) var timeout: UInt64?
    /// A Boolean value that indicates whether nothing is sent.
    let isDisabled: Bool

    /// - Parameter variable: Returns the value of a variable of the environment.
    init(_ variable: (String) -> String?) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap(variable).first { !$0.isEmpty }
        }
        isDisabled = value("OTEL_SDK_DISABLED")?.lowercased() == "true"
        if let traces = value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") {
            (address, isWhole) = (traces, true)
        } else {
            address = value("OTEL_EXPORTER_OTLP_ENDPOINT")
        }
        headers = Self.pairs(value("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"))
            .filter { Self.isField($0.name, $0.value) }
        attributes = Self.pairs(value("OTEL_RESOURCE_ATTRIBUTES"))
        if let service = value("OTEL_SERVICE_NAME") { name(service) }
        timeout = value("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
            .flatMap { UInt64($0) }.flatMap { $0 > 0 ? min($0, Self.longestTimeout) : nil }
    }

    /// Sets the name of the service.
    mutating func name(_ service: String) {
        attributes.removeAll { $0.name == Self.service }
        attributes.insert((Self.service, service), at: 0)
    }

    /// A day, in milliseconds.
    private static let longestTimeout: UInt64 = 86_400_000

    static let service = "service.name"

    var hasService: Bool { attributes.contains { $0.name == Self.service } }

    /// Reads `key=value,key=value`, whose values may have escapes such as `%20`. Other texts are left out.
    private static func pairs(_ text: String?) -> [(name: String, value: String)] {
        (text ?? "").split(separator: ",").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = trimmed(parts[0])
            guard parts.count == 2, !name.isEmpty, let value = unescaped(trimmed(parts[1])) else {
                return nil
            }
            return (String(name), value)
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count > 1
            else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Indicates whether a request may have such a field: no text of it may end the line.
    private static func isField(_ name: String, _ value: String) -> Bool {
        name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        } && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
