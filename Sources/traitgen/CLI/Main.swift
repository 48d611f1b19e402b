import TraitgenCore
import TraitgenDisk
import TraitgenVerbs

/// The command `traitgen`, with all verbs.
@main
struct Traitgen {
    static func main() {
        run { output, errors in TraitgenCommand(files: Disk(), output: output, errors: errors) }
    }
}
