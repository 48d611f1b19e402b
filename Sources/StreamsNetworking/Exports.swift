// One import is enough for a file that used Combine and Foundation together.
@_exported import StreamsFoundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
