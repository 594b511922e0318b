import Core

/// The values of expressions along the branch.
public struct PlotAnswer: Answer, JSONObject {
  package static let members = fields([
    "axis": .value("what is drawn from left to right: time or moment") { $0.isByMoment ? "moment" : "time" },
    "series": .value("the values of each expression") { $0.changes },
    "end": .value("the last moment") { $0.moments.last?.number },
    "time": .value("the virtual time of the last moment") { $0.moments.last?.time },
  ])

  /// The values of an expression where they change.
  public struct Series: JSONObject {
    package static let members = fields([
      "expression": "the expression", "changes": "its values, where they change",
    ])

    /// A value from a moment on.
    public struct Change: JSONObject {
      package static let members = fields([
        "moment": "the first moment with the value", "time": "its virtual time",
        "value": "the value; null if there is none",
      ])
      /// The first moment with the value.
      public let moment: Int
      /// Its virtual time.
      public let time: Duration
      let value: JSON
    }

    /// The expression.
    public let expression: String
    /// Its values, where they change.
    public let changes: [Change]
  }

  let series: [SampledValues]
  let moments: [(number: Int, time: Duration)]
  let isByMoment: Bool

  /// The values of each expression.
  public var changes: [Series] {
    series.map { series in
      var changes: [Series.Change] = []
      for (index, value) in series.values.enumerated() {
        let json = value.json()
        if changes.last?.value != json {
          changes.append(.init(moment: moments[index].number, time: moments[index].time, value: json))
        }
      }
      return Series(expression: series.expression, changes: changes)
    }
  }

  public func lines(_ page: Page) -> [String] { PlotDrawing(self, width: page.columns ?? 80).lines(page) }
}

/// Draws values as charts, one below the other, over a common axis.
private struct PlotDrawing {
  private let answer: PlotAnswer
  private let isByMoment: Bool
  private let axis: Axis
  /// The indices of the moments in each column; the one before for a column without any.
  private let columns: [ClosedRange<Int>]
  /// The width of the labels to the left.
  private let gutter: Int
  /// A chart for each expression; `nil` if its value is always the same.
  private let charts: [Chart?]

  /// Positions from left to right: indices of moments, or nanoseconds.
  private struct Axis {
    let end: Double
    let width: Int

    func column(of position: Double) -> Int { end == 0 ? 0 : Int(position / end * Double(width - 1)) }
  }

  private enum Chart {
    /// Numbers between two, with the labels of those.
    case numbers(low: Double, high: Double, labels: [String])
    case conditions
    case steps

    var labels: [String] { if case .numbers(_, _, let labels) = self { labels } else { [] } }
  }

  init(_ answer: PlotAnswer, width: Int) {
    self.answer = answer
    charts = answer.series.map { Self.isConstant($0.values[...]) ? nil : Self.chart(of: $0.values) }
    gutter = min(charts.flatMap { $0?.labels ?? [] }.map(\.cellWidth).max() ?? 0, 16)
    let times = answer.moments.map(\.time)
    // On a time axis, changes that all occur at the first instant would share a column.
    let started = times.lastIndex { $0 == times.first } ?? 0
    isByMoment = answer.isByMoment || answer.series.allSatisfy { Self.isConstant($0.values[started...]) }
    let positions = isByMoment ? times.indices.map(Double.init) : times.map { Double($0.nanoseconds) }
    let axis = Axis(end: positions.last ?? 0, width: max(width - gutter - 1, 10))
    var next = 0
    columns = (0..<axis.width).map { column in
      let first = next
      while next < positions.count, axis.column(of: positions[next]) <= column { next += 1 }
      let last = max(next - 1, 0)
      return min(first, last)...last
    }
    self.axis = axis
  }

  private static func isConstant(_ values: ArraySlice<SampledValues.Value>) -> Bool {
    values.allSatisfy { $0.label == values.first?.label }
  }

  private static func chart(of values: [SampledValues.Value]) -> Chart {
    let present = values.filter { !$0.label.isEmpty }
    if present.allSatisfy({ $0.holds != nil }) { return .conditions }
    let numbers = present.compactMap(\.number).filter(\.isFinite)
    guard numbers.count == present.count, let least = numbers.min(), let high = numbers.max() else {
      return .steps
    }
    // Starting at 0 shows how large the values are, unless they would hardly differ.
    let low = least > 0 && (least <= high / 2 || least == high) ? 0 : least
    func label(_ number: Double) -> String { present.first { $0.number == number }?.label ?? "0" }
    return .numbers(low: low, high: high, labels: [label(low), label(high)])
  }

  func lines(_ page: Page) -> [String] {
    let height = charts.count { $0?.labels.isEmpty == false } > 2 ? 4 : 8
    var lines: [String] = []
    for (series, chart) in zip(answer.series, charts) {
      lines.append(page.palette(.note, series.expression.controlCharactersEscaped))
      switch chart {
      case nil:
        let value = series.values.last?.label ?? ""
        lines[lines.count - 1] += page.dimmed(value.isEmpty ? "  never has a value" : "  always \(value)")
      case .numbers(let low, let high, let labels):
        lines += bars(series.values, low: low, high: high, height: height, labels)
      case .conditions: lines.append(row("", conditions(series.values)))
      case .steps:
        let cells = steps(series.values)
        let last = series.values.last?.label ?? ""
        let note = "  at the end: "
        let room = gutter + 1 + columns.count - series.expression.cellWidth - note.count
        if room > 3,
          cells.split(separator: "├", omittingEmptySubsequences: false).last?.hasPrefix(last) != true
        {
          lines[lines.count - 1] += page.dimmed(note + last.truncated(to: room))
        }
        lines.append(row("", cells))
      }
    }
    return charts.contains { $0 != nil } ? lines + axisLines.map(page.dimmed) : lines
  }

  private func row(_ label: String, _ cells: String) -> String {
    let label = label.truncated(to: gutter)
    return ("".padded(to: gutter - label.cellWidth) + label + "│" + cells).trimmingSpacesAtEnd
  }

  private func bars(
    _ values: [SampledValues.Value],
    low: Double,
    high: Double,
    height: Int,
    _ labels: [String]
  ) -> [String] {
    var before: Double?
    let shown = columns.map { column -> Double? in
      let found = values[column].compactMap(\.number)
      defer { before = found.last }
      return (before ?? found.first).flatMap { before in found.max { abs($0 - before) < abs($1 - before) } }
    }
    if low == high || shown.allSatisfy({ $0 == shown[0] }),
      let value = values.last(where: { $0.number != nil })
    {
      return [row(value.label, shown.map { $0 == nil ? " " : value.number == 0 ? "▁" : "█" }.joined())]
    }
    let eighths = shown.map { value in
      // Halves: the difference of two numbers can be too large for a third.
      value.map { 1 + Int((($0 / 2 - low / 2) / (high / 2 - low / 2) * Double(height * 8 - 1)).rounded()) }
        ?? 0
    }
    return (0..<height).reversed().map { level in
      let cells = eighths.map { String(Self.blocks[min(max($0 - level * 8, 0), 8)]) }.joined()
      return row(level == height - 1 ? labels[1] : level == 0 ? labels[0] : "", cells)
    }
  }

  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  private func conditions(_ values: [SampledValues.Value]) -> String {
    columns.map { column in
      let found = Set(values[column].compactMap(\.holds))
      return found.count > 1 ? "▄" : found.first.map { $0 ? "█" : "▁" } ?? " "
    }
    .joined()
  }

  /// Each value as text across the columns that have it, or the number of changes where the text does not fit.
  private func steps(_ values: [SampledValues.Value]) -> String {
    let labels = columns.map { values[$0.upperBound].label }
    let starts = labels.indices.filter { $0 == 0 || labels[$0] != labels[$0 - 1] } + [labels.count]
    func isNarrow(_ place: Int) -> Bool {
      starts[place + 1] - starts[place] <= min(labels[starts[place]].cellWidth, 2)
    }
    var text = ""
    var next = 0
    while next + 1 < starts.count {
      let start = starts[next]
      let first = next
      next += 1
      while next + 1 < starts.count, isNarrow(next - 1), isNarrow(next) { next += 1 }
      let room = starts[next] - start - 1
      var label = labels[start]
      var fill = labels[start].isEmpty ? " " : "─"
      if next > first + 1 {
        let before = start == 0 ? 0 : columns[start - 1].upperBound
        let shown = values[before...columns[start + room].upperBound]
        label = counted(zip(shown, shown.dropFirst()).count { $0.label != $1.label }, "change")
        label = label.count > room ? "" : label
        fill = "┄"
      }
      label = room > 0 ? label.truncated(to: room) : ""
      text += (fill == " " ? " " : "├") + label
      text += String(repeating: fill, count: max(0, room - label.cellWidth))
    }
    return text
  }

  /// The axis with its labels.
  private var axisLines: [String] {
    let least = axis.end / Double(max(columns.count / 12, 1))
    let step =
      isByMoment
      ? max(least, 1).roundedUpForMarks
      : Double(Duration.betweenMarks(atLeast: .nanoseconds(Int128(least))).nanoseconds)
    var line = Array(repeating: "─", count: columns.count)
    var labels = ""
    for mark in Array(stride(from: 0, through: axis.end, by: step)) + [axis.end] {
      let column = axis.column(of: mark)
      let label =
        isByMoment
        ? "#\(answer.moments[Int(mark)].number)" : "+\(Duration.nanoseconds(Int128(mark)).formatted)"
      let start = min(column, columns.count - label.count)
      guard start >= labels.count + (labels.isEmpty ? 0 : 1) else { continue }
      line[column] = "┬"
      labels = labels.padded(to: start) + label
    }
    let margin = "".padded(to: gutter)
    return [margin + "└" + line.joined(), margin + " " + labels]
  }
}
