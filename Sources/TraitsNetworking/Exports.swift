// One import is enough for a file that used Combine and Foundation together. The generated conformances of Networking.traits
// rely on this export: their file imports only `TraitsRuntime`.
@_exported import StreamsNetworking
@_exported import TraitsFoundation
