import TraitgenCore
import TraitgenVerbs

extension TraitgenCommand {
    /// Creates a command with all verbs, among them `lsp`, which talks to an editor.
    ///
    /// - Parameters:
    ///   - input: the messages of the editor.
    ///   - runner: runs the programs that the verb `prove` needs; nil if there are none.
    ///   - messages: writes bytes to standard output.
    package init(
        files: any CommandFiles, output: @escaping (String) throws(CommandFileError) -> Void,
        errors: @escaping (String) -> Void, input: any EditorInput & Sendable,
        runner: (any ProgramRunner)? = nil,
        messages: @escaping @Sendable ([UInt8]) throws(CommandFileError) -> Void
    ) {
        self.init(files: files, output: output, errors: errors, runner: runner) { command in
            { (options) throws(UsageError) in try command.serve(options, input: input, messages: messages) }
        }
    }

    /// `traitgen lsp`.
    private func serve(
        _ options: Options, input: any EditorInput, messages: ([UInt8]) throws(CommandFileError) -> Void
    ) throws(UsageError) -> Status {
        let (imports, backend) = (try options.imports(), try options.backend())
        return withoutActuallyEscaping(messages) { messages in
            var failure: CommandFileError?
            let send: (JSONValue) -> Void = { message in
                guard failure == nil else { return }
                do throws(CommandFileError) {
                    try messages(FrameReader.frame(message.description))
                } catch {
                    failure = error
                }
            }
            let server = EditorServer(files: files, imports: imports, backend: backend, send: send)
            var loop = EditorLoop(server, input: input, send: send)
            let status = loop.run()
            guard let failure else { return status }
            errors("error: standard output can't be written: \(failure.reason)")
            return .internal
        }
    }
}
