/// The addresses of files, as editors write them: `file:///C%3A/Big%20Tables/A.traits`.
enum FileURI {
    private static let scheme = "file://"

    /// The path of a file; nil for another address, such as that of an untitled text.
    static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix(scheme) else { return nil }
        var rest = uri.utf8.dropFirst(scheme.utf8.count)
        // Before the path may stand a host.
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        rest = rest[slash...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count > 1, rest.first != UInt8(ascii: "+")
            {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of a file.
    static func uri(of path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var uri = scheme
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return uri
    }
}
