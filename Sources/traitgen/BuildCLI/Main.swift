import TraitgenCore
import TraitgenDisk

/// The command `traitgen-build`: the verbs that a build needs. The plugin builds nothing else of the generator.
@main
struct TraitgenBuild {
    static func main() {
        run { output, errors in
            TraitgenCommand(verbs: [.generate, .check], files: Disk(), output: output, errors: errors)
        }
    }
}
