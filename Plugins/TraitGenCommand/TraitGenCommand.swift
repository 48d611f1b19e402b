import PackagePlugin

@main
struct TraitGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {}
}
