// The types of Foundation that Core's dependencies and shared values use, and whose values sessions print.
// FoundationEssentials has them without the tables of the Unicode library, which are larger than a program. Elsewhere,
// Foundation is one module.
#if canImport(FoundationEssentials)
  @_exported import struct FoundationEssentials.Calendar
  @_exported import struct FoundationEssentials.Data
  @_exported import struct FoundationEssentials.Date
  @_exported import struct FoundationEssentials.DateInterval
  @_exported import struct FoundationEssentials.Decimal
  @_exported import class FoundationEssentials.FileManager
  @_exported import class FoundationEssentials.JSONDecoder
  @_exported import class FoundationEssentials.JSONEncoder
  @_exported import struct FoundationEssentials.Locale
  @_exported import class FoundationEssentials.ProcessInfo
  @_exported import struct FoundationEssentials.TimeZone
  @_exported import struct FoundationEssentials.URL
  @_exported import struct FoundationEssentials.URLComponents
  @_exported import struct FoundationEssentials.UUID
#else
  @_exported import Foundation
#endif

// What a type says about its values, for users; the rest of it is for this package.
@_exported import TodoShellShapes
// The errors of the system, for users; the rest of it is for this package.
@_exported import TodoShellFiles
