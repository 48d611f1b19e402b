// Under Combine's own name, for sources that say `import Combine` and stay as they are: on platforms where nobody else
// has a module of that name. It declares nothing itself.
@_exported import TraitsNetworking
