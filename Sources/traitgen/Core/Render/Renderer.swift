/// A file to write: its name, relative to the output folder, and its text.
public struct GeneratedFile: Hashable, Sendable {
    /// The name, such as `Operators+Eraser.swift`.
    public var name: String
    /// The whole text, ending with a line break.
    public var text: String
}

/// The surroundings of the output, which the model doesn't know.
public struct RenderOptions: Hashable, Sendable {
    /// The access level of the generated types.
    public enum Access: String, Hashable, Sendable, CaseIterable {
        /// Public: right for libraries.
        case `public`
        /// Internal: right for executables and tests.
        case `internal`
    }

    /// The module that the output is compiled into. The stream library itself is not imported into itself.
    public var module: String
    /// The access level of the generated types.
    public var access: Access
    /// The package's folder; generated tests give the paths of tables relative to it.
    public var root: String
    /// The path of the table in generated files; empty for its name alone.
    public var source: String

    /// Creates options; access is public by default.
    public init(
        module: String, access: Access = .public, root: String = "", source: String = ""
    ) {
        self.module = module
        self.access = access
        self.root = root
        self.source = source
    }
}

/// Writes a model through templates: the last stage of the generator.
///
/// One model always gives the same bytes: no date, no path of the machine, no order of a dictionary.
public struct Renderer: Sendable {
    let templates: TemplateSet
    let options: RenderOptions

    /// Creates a renderer for templates and a module.
    public init(templates: TemplateSet, options: RenderOptions) {
        self.templates = templates
        self.options = options
    }

    /// Renders every template that has an output.
    ///
    /// - Throws: ``DiagnosticsError`` with all faults of all templates.
    public func render(_ model: Model) throws(DiagnosticsError) -> [GeneratedFile] {
        let hasLaws = templates.outputNames.contains("Laws")
        if hasLaws { try LawContext.check(model) }
        let context = ModelContext(
            model: model, options: options, hasLaws: hasLaws, isWanted: templates.mention
        ).value
        let renderer = MustacheRenderer(escape: .none, isStrict: true, partials: templates.partials)
        var files: [GeneratedFile] = []
        let diagnostics = DiagnosticSink()
        for (name, template) in templates.outputs {
            do {
                let output: MustacheValue = .text(identifier(model.name + name))
                let text = try renderer.bytes(template, with: context.adding(["output": output]))
                files.append(GeneratedFile(name: "\(model.name)+\(name).swift", text: tidied(text)))
            } catch {
                diagnostics.report(error.diagnostics)
            }
        }
        try diagnostics.throwFindings()
        return files
    }

    /// Turns a file's name into a part of a Swift name.
    private func identifier(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Reduces runs of empty lines to one, and removes them at both ends of the file, so that templates need no tricks around
    /// sections that may be empty.
    private func tidied(_ text: [UInt8]) -> String {
        // The text only gets shorter, but for a last line break that is missing.
        String(unsafeUninitializedCapacity: text.count + 1) { output in
            var count = 0
            func write(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
                _ = UnsafeMutableBufferPointer(rebasing: output[count...]).initialize(from: bytes)
                count += bytes.count
            }
            func writeLineBreak() {
                output.initializeElement(at: count, to: UInt8(ascii: "\n"))
                count += 1
            }
            var hasGap = false
            text.withUnsafeBufferPointer { bytes in
                var start = 0
                while start <= bytes.count {
                    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                    let line = bytes[start..<end]
                    start = end + 1
                    if line.allSatisfy({ $0 == UInt8(ascii: " ") }) {
                        hasGap = true
                        continue
                    }
                    if hasGap, count > 0 { writeLineBreak() }
                    hasGap = false
                    write(line)
                    writeLineBreak()
                }
            }
            return count
        }
    }
}
