// A session's API exposes what Core defines.
@_exported import Core
