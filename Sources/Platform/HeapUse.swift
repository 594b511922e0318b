import CTodoShellPlatform

/// The memory usage of the program.
package enum HeapUse {
  /// The number of bytes allocated and not freed, according to the allocator.
  package static var bytes: Int { Int(system_heap_bytes()) }

  /// A byte count for display: `1.5 MiB`.
  package static func formatted(_ bytes: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    var value = Double(max(0, bytes))
    var unit = 0
    while value >= 1024, unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return unit == 0 || tenths % 10 == 0
      ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
