// Streams are a module of their own, so that programs that use nothing else link nothing else. One import gives all.
@_exported import TraitsStreams
