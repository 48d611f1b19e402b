import TraitgenCore
import TraitgenDisk
import TraitgenEditor
import TraitgenVerbs

extension StandardInput: EditorInput {}
extension ChildProcesses: ProgramRunner {}

/// The command `traitgen`, with all verbs.
@main
struct Traitgen {
    static func main() {
        run { output, errors in
            TraitgenCommand(
                files: Disk(), output: output, errors: errors, input: StandardInput(),
                runner: ChildProcesses(),
                messages: { (bytes) throws(CommandFileError) in try writeStandardOutput(bytes) })
        }
    }
}
