import TraitgenCore

@main
struct Traitgen {
    static func main() {}
}
