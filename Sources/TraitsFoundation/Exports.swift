@_exported import TraitsRuntime
