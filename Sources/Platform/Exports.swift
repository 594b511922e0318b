// Services work with files.
@_exported import PlatformFiles
