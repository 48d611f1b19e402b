import TraitgenCore
import TraitgenDisk
import TraitgenEditor
import TraitgenVerbs

extension StandardInput: EditorInput {}

/// The command `traitgen`, with all verbs.
@main
struct Traitgen {
    static func main() {
        run { output, errors in
            TraitgenCommand(
                files: Disk(), output: output, errors: errors, input: StandardInput(),
                messages: { (bytes) throws(CommandFileError) in try writeStandardOutput(bytes) })
        }
    }
}
