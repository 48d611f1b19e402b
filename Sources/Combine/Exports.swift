// A module with Combine's name, so that sources with `import Combine` stay as they are on platforms that have no other module
// of that name. It declares nothing itself.
@_exported import StreamsNetworking
