/// A stream library that output is written for.
public enum Backend: String, Hashable, Sendable, CaseIterable {
    /// This package's own streams.
    case traitsRuntime = "TraitsRuntime"
    /// Apple's Combine.
    case combine = "Combine"
    /// OpenCombine.
    case openCombine = "OpenCombine"

    /// The module that output imports.
    public var moduleName: String { rawValue }

    /// The module that declares `Publisher`. The one that output imports may export it.
    public var declaringModule: String { self == .traitsRuntime ? "TraitsStreams" : rawValue }
}
