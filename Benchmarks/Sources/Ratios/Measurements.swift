import Foundation

/// What the benchmark library has measured: a folder of files, one for each contestant of each comparison, in which each
/// line is a percentile and its value.
struct Measurements {
  private let files: [String: URL]

  /// - Throws: If the folder cannot be read.
  init(folder: URL) throws {
    var files: [String: URL] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      // Current_run.Costs.COMPARISON.CONTESTANT.histogram.percentiles.tsv
      let parts = file.lastPathComponent.split(separator: ".")
      guard parts.count == 7, parts[5] == "percentiles" else { continue }
      files["\(parts[2]).\(parts[3])"] = file
    }
    self.files = files
  }

  /// The least that a contestant took, an operation: picoseconds or bytes.
  ///
  /// The least, because whatever else the machine did can only have added to it.
  ///
  /// - Throws: If it was not measured.
  func least(_ comparison: String, _ contestant: String) throws -> Double {
    try value(comparison, contestant, atPercentile: "0")
  }

  private func value(
    _ comparison: String,
    _ contestant: String,
    atPercentile percentile: String
  ) throws -> Double {
    let name = "\(comparison).\(contestant)"
    guard let file = files[name] else { throw Missing(description: "\(name) was not measured") }
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let percentiles = lines.map { $0.split(separator: "\t") }
    guard let line = percentiles.first(where: { $0.first == percentile[...] }), line.count == 2,
      let value = Double(line[1])
    else { throw Missing(description: "\(file.path) has no percentile \(percentile)") }
    return value
  }

  /// The least time an operation took.
  func time(_ comparison: String, _ contestant: String) throws -> Time {
    Time(
      seconds: try least(comparison, contestant) * 1e-12,
      median: try value(comparison, contestant, atPercentile: "50") * 1e-12
    )
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }
}

/// A time, written in the unit that suits it, with the percentage by which the median of the rounds is longer.
struct Time: CustomStringConvertible {
  /// The least of several rounds.
  let seconds: Double
  /// The median of the rounds, if there were several.
  var median: Double?

  var microseconds: Double { seconds * 1e6 }

  var description: String {
    least + (median.map { " +\(Int((($0 / seconds - 1) * 100).rounded())) %" } ?? "")
  }

  private var least: String {
    switch seconds {
    case ..<1e-6: "\(rounded(seconds * 1e9)) ns"
    case ..<1e-3: "\(rounded(seconds * 1e6)) µs"
    case ..<1: "\(rounded(seconds * 1e3)) ms"
    default: "\(rounded(seconds)) s"
    }
  }

  static func / (a: Time, b: Time) -> Double { a.seconds / b.seconds }
}

/// A number with about three digits.
func rounded(_ number: Double) -> String {
  String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number)
}
