/// Everything that is wrong with a template, or with what it was given.
///
/// A syntax error ends the reading of its template, since what follows an unclosed tag means nothing. Faults
/// found while rendering (a name that no context has, a partial that does not exist) are collected, so that one
/// run shows them all.
public struct MustacheError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One thing that is wrong, and where.
    public struct Fault: Hashable, Sendable {
        /// The template's name as it was given to the parser: a path, when it came from a file.
        public let template: String
        /// Line, from 1.
        public let line: Int
        /// Column in UTF-8 bytes, from 1, as compilers count them.
        public let column: Int
        /// What is wrong.
        public let message: String
        /// How to mend it; empty when the message says it.
        public let fix: String
    }

    /// The faults, in the order in which they were met. Never empty.
    public let faults: [Fault]

    /// The form that build systems and editors understand, one line for each fault.
    public var description: String {
        faults.map { fault in
            "\(fault.template):\(fault.line):\(fault.column): error: \(fault.message)"
                + (fault.fix.isEmpty ? "" : "; \(fault.fix)")
        }.joined(separator: "\n")
    }
}
