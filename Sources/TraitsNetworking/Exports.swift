// One import is enough for a file that used Combine and Foundation together. The generated conformances of
// Networking.traits rely on it too: their file imports no more than the streams.
@_exported import TraitsFoundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
