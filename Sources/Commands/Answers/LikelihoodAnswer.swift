import Core

/// How likely a violation was at each command of a branch, and from where on it was inevitable.
public struct LikelihoodAnswer: Answer, JSONObject {
  package static let members = fields([
    "property": "the property that is violated at the end of the branch",
    "violated": .value("the first moment of the branch that violates it") { $0.violated },
    "inevitableFrom": .value(
      "the moment from which on every continuation that was tried violates it; omitted if it could be avoided until it occurred"
    ) { $0.inevitableFrom },
    "isExact": .value("whether all continuations from there were tried") { $0.isExact },
    "sequences": "how many random continuations were tried from each moment",
    "depth": "the maximum number of commands in one",
    "stages": "the start of the branch and the end of each command",
    "isInterrupted": "whether stages are missing because the search was interrupted",
  ])

  /// The start of a branch, or the end of a command.
  public struct Stage: JSONObject {
    package static let members = fields([
      "moment": "the moment",
      "outlook": .value(
        "`violated`, `inevitable`, `no way out found` within the limits, `undecided`, or `avoidable`"
      ) { $0.outlook.rawValue },
      "violating": "how many of the random continuations violate the property",
      "upTo": "if no way out was found, the number of commands up to which all sequences were tried",
      "way": .value("commands after which the property need never be violated") {
        $0.way?.joined(separator: "\n")
      },
    ])

    /// The moment.
    public let moment: MomentSummary
    /// What can follow.
    public let outlook: Outlook
    /// The number of random continuations that violate the property.
    public let violating: Int
    /// The number of commands up to which all sequences were tried, if no way out was found.
    public internal(set) var upTo: Int?
    /// Commands after which the property need never be violated.
    public internal(set) var way: [String]?
  }

  /// What can follow a moment.
  public enum Outlook: String, Sendable {
    /// The property has been violated.
    case violated
    /// Every continuation violates it.
    case inevitable
    /// Every random continuation violates it, and every other one that was tried violates it or still may.
    case noWayOut = "no way out found"
    /// Some random continuations did not violate it, but might if they went on.
    case undecided
    /// A continuation does not violate it.
    case avoidable
  }

  /// The property that is violated at the end of the branch.
  public let property: String
  /// The number of random continuations from each moment.
  public let sequences: Int
  /// The maximum number of commands in one.
  public let depth: Int
  /// The start of the branch, and the end of each command.
  public let stages: [Stage]
  /// Whether stages are missing because the search was interrupted.
  public let isInterrupted: Bool
  /// The note about the commands and values that were tried.
  let limits: String

  /// The first moment of the branch that violates the property.
  public var violated: Int? { stages.first { $0.outlook == .violated }?.moment.number }

  private var inevitable: ArraySlice<Stage> {
    // What was not explored before an interruption may be avoidable.
    guard !isInterrupted, let end = stages.firstIndex(where: { $0.outlook == .violated }) else { return [] }
    let start =
      stages[..<end].lastIndex { [.avoidable, .undecided].contains($0.outlook) }.map { $0 + 1 } ?? 0
    return stages[start..<end]
  }

  /// The moment from which on every continuation that was tried violates it; `nil` if it could be avoided until it
  /// occurred.
  public var inevitableFrom: Int? { inevitable.first?.moment.number }

  /// Whether all continuations from there were tried.
  public var isExact: Bool { inevitable.first?.outlook == .inevitable && limits.isEmpty }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for stage in stages {
      table.add(
        "  #\(stage.moment.number)",
        "+\(stage.moment.time.formatted)",
        (stage.moment.shownCommand ?? stage.moment.event).elided(to: 40),
        Self.bar(of: stage.violating, in: sequences),
        "\(percentage(of: stage))%",
        outlook(of: stage),
        style: stage.moment.isCurrent ? .strong : nil
      )
    }
    let note =
      "  \(counted(sequences, "random continuation")) of up to \(counted(depth, "command")) from each"
    return headline.wrapped(to: page.columns, indent: 2).map(\.controlCharactersEscaped) + page.lines(table)
      + [page.dimmed(note)]
  }

  /// How many of the random continuations from a stage violate the property, in percent.
  func percentage(of stage: Stage) -> Int {
    sequences == 0 ? 0 : (100 * stage.violating + sequences / 2) / sequences
  }

  private var headline: String {
    let subject = "`\(property)`"
    guard let violated else { return "\(subject) is not violated" }
    if isInterrupted {
      return "\(subject) is violated at #\(violated); the interruption left out moments before it"
    }
    guard let first = inevitable.first else {
      if stages.contains(where: { $0.outlook == .undecided }) {
        return "\(subject) is violated at #\(violated); whether this could have been avoided is undecided"
      }
      let isFirst = stages.first?.moment.number == violated
      return
        "\(subject) is violated at #\(violated)\(isFirst ? ", where it begins" : ", and could be avoided until then")"
    }
    let from = "\(subject) is violated at #\(violated); from #\(first.moment.number) on, "
    if first.outlook == .inevitable { return from + "every continuation leads there\(limits)" }
    return from
      + "no way out was found in any sequence of up to \(counted(first.upTo ?? 0, "command"))\(limits)"
  }

  private func outlook(of stage: Stage) -> String {
    guard let way = stage.way else { return stage.outlook.rawValue }
    return (way.isEmpty ? "avoided if nothing more is done" : "avoided by: \(way.joined(separator: "; "))")
      .elided(to: 60)
  }

  /// A bar of ten cells in eighths of a cell.
  private static func bar(of part: Int, in whole: Int) -> String {
    let eighths = whole == 0 ? 0 : (part * 80 + whole / 2) / whole
    let rest = eighths % 8 == 0 ? "" : String(" ▏▎▍▌▋▊▉".dropFirst(eighths % 8).prefix(1))
    return (String(repeating: "█", count: eighths / 8) + rest).padded(to: 10)
  }
}
