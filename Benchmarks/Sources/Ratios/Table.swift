import Foundation

/// The claims as a table, for a terminal and for a file.
struct Table {
  let claims: [Claim]

  private static let titles = ["what", "at", "measured", "value", "bound", "goal", ""]

  /// Columns that stand under each other.
  var text: String {
    let rows = [Self.titles] + claims.map(\.cells)
    let widths = Self.titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }

  /// The page that is checked in.
  func page(date: Date, machine: String) -> String {
    let day = date.formatted(.iso8601.year().month().day())
    let rows = [Self.titles, Self.titles.map { _ in "---" }] + claims.map(\.cells)
    return """
      # What it costs

      `make bench ARGS=--update` wrote this on \(day), on \(machine).

      Every figure is the least of several rounds, in each of which all that is compared ran in turn; a ratio is of two \
      figures of one run. A percentage says how much longer the median round took. Times are this thread's on the \
      processor, except for the start of a program. The first figure is ours, the second the baseline's. A \
      bound is what a change must not make worse: `make bench` fails if one is missed. A goal is what the figure is to \
      become. A row without a bound shows what the one above it consists of, or what something else takes.

      \(rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n"))

      """
  }

  /// The processor, the number of cores and the system.
  static var machine: String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":")
      .last
    let process = ProcessInfo.processInfo
    let name = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "an unknown processor"
    return "\(process.processorCount) cores of \(name), \(process.operatingSystemVersionString)"
  }
}
