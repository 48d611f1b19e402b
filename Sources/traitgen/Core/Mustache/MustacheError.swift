/// All faults of a template, or of its context.
///
/// A syntax error ends the reading of its template, since the text after an unclosed tag is meaningless. Faults found while
/// rendering (a name that no context has, a partial that does not exist) are collected, so that one run shows them all.
public struct MustacheError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Fault: Hashable, Sendable {
        /// The template's name as it was given to the parser: a path, when it came from a file.
        public let template: String
        /// Line, from 1.
        public let line: Int
        /// Column in UTF-8 bytes, from 1, as compilers count them.
        public let column: Int
        /// The description of the fault.
        public let message: String
        /// A suggestion to fix it; empty if the message says it.
        public let fix: String
    }

    /// The faults, in the order in which they were found. Never empty.
    public let faults: [Fault]

    /// The form that build systems and editors understand, one line for each fault.
    public var description: String {
        faults.map { fault in
            "\(fault.template):\(fault.line):\(fault.column): error: \(fault.message)"
                + (fault.fix.isEmpty ? "" : "; \(fault.fix)")
        }.joined(separator: "\n")
    }
}
