/// A stream library that output is written for.
public enum Backend: String, Hashable, Sendable, CaseIterable {
    /// This package's own streams.
    case traitsRuntime = "TraitsRuntime"
    /// Apple's Combine.
    case combine = "Combine"
    /// OpenCombine.
    case openCombine = "OpenCombine"

    /// The module that declares `Publisher`.
    public var moduleName: String { rawValue }
}
