#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

exit(runAll(valueChecks + reentranceChecks + closureChecks) ? 0 : 1)
