/// The verdict of an exploration, or of one shard of it, on a property.
public struct PropertyVerdict: JSONObject, Codable {
  package static let members = fields([
    "name": "its name in the file of properties",
    "property": "the property",
    "verdict": .value("`holds`, `holds up to` a number of commands, `fails`, `reached`, `inconclusive`") {
      $0.verdict.rawValue
    },
    "upTo": "the number of commands up to which all sequences were tried",
    "random": "the number of random sequences tried",
    "commands": "the number of commands after which it fails or is reached",
    "script": .value("the commands that lead to a state that `sometimes` claims") {
      $0.script?.joined(separator: "\n")
    },
    "vacuity": .value(
      """
      why it is vacuous: `premise never reached` for leads-to, `action never occurred` for after, `goal held from the \
      start` for until
      """
    ) { $0.vacuity?.rawValue },
  ])

  /// The kind of a verdict.
  public enum Verdict: String, Codable, Sendable {
    /// It holds for sequences of any length.
    case holds
    /// It holds for all sequences up to a length.
    case holdsUpTo = "holds up to"
    /// It does not hold.
    case fails
    /// Its condition can be reached.
    case reached
    /// The limits of the search, or the values that were tried, do not permit a verdict.
    case inconclusive
  }

  /// The mark before its text at a prompt.
  var mark: String {
    switch verdict {
    case .holds, .holdsUpTo, .reached: "✓"
    case .fails: "✗"
    case .inconclusive: "?"
    }
  }

  /// Why a property is vacuous: nothing that was tried put it to the test.
  public enum Vacuity: String, Codable, Sendable {
    /// The first condition of `leads-to` never held.
    case noPremise = "premise never reached"
    /// No action of `after` occurred.
    case noAction = "action never occurred"
    /// The second condition of `until` held from the start.
    case goalFromStart = "goal held from the start"

    /// It as the predicate of a sentence about the property.
    package var predicate: String {
      self == .noPremise ? "premise was never reached" : rawValue
    }
  }

  /// Its name in the file of properties.
  public let name: String?
  /// The property.
  public let property: String
  /// The verdict.
  public var verdict: Verdict
  /// The number of commands up to which all sequences were tried; `nil` if it is decided for all lengths.
  public var upTo: Int?
  /// The number of random sequences tried; `nil` if it is decided for all lengths.
  public var random: Int?
  /// The number of commands after which it fails or is reached; `nil` if it does neither, or fails because its
  /// condition cannot be reached.
  public var commands: Int?
  /// The commands that lead to a state that `sometimes` claims.
  public var script: [String]?
  /// Why it is vacuous; `nil` if it is not.
  public var vacuity: Vacuity?
  /// Whether reaching all states decides the property.
  var isDecidedByStates = true
  /// Whether it fails then.
  var needsState = false
  /// The numbers of its conditions that had an answer, and the errors of those that were judged and had none; missing
  /// from files of earlier versions.
  var answered: [Int]?
  var unanswered: [Int: String]?

  /// A file lacks the members that follow from the coverage and the findings.
  private enum CodingKeys: String, CodingKey {
    case name, verdict, vacuity, isDecidedByStates, needsState, answered, unanswered
    case property = "text"
    case script = "way"
  }

  /// The verdict in a sentence.
  ///
  /// - Parameters:
  ///   - scope: What was tried.
  ///   - circumstances: When the property was judged, and how the search ended.
  func text(_ scope: ExploredScope, _ circumstances: String) -> String {
    let subject = (name.map { "\($0): " } ?? "") + "`\(property.controlCharactersEscaped)`"
    let conjunction = verdict == .inconclusive ? "and" : "but"
    let values =
      switch verdict {
      case .holds: scope.values
      case .holdsUpTo, .inconclusive: scope.limits
      case .fails, .reached: ""
      }
    let circumstances =
      circumstances + values + (vacuity.map { ", \(conjunction) its \($0.predicate)" } ?? "")
    switch verdict {
    case .holds:
      return "\(subject) holds for sequences of any length\(scope.sequences)\(circumstances)"
    case .holdsUpTo: return "\(subject) holds for \(tried)\(circumstances)"
    case .fails:
      guard let commands else {
        let states = scope.kinds == nil ? "reachable state" : "state reachable by sequences\(scope.sequences)"
        return "\(subject) fails: no \(states) satisfies it\(circumstances)"
      }
      return
        "\(subject) fails \(commands == 0 ? "at the current moment" : "after \(counted(commands, "command"))")\(circumstances)"
    case .reached:
      let script = script ?? []
      if script.isEmpty { return "\(subject) is reached at the current moment\(circumstances)" }
      let commands = script.joined(separator: "; ").controlCharactersEscaped
      return "\(subject) is reached after \(counted(script.count, "command")): \(commands)"
    case .inconclusive where upTo == nil:
      return "\(subject) is inconclusive: no state that was reached satisfies it\(circumstances)"
    case .inconclusive: return "\(subject) is inconclusive after \(tried)\(circumstances)"
    }
  }

  private var tried: String {
    let all = "all sequences of up to \(counted(upTo ?? 0, "command"))"
    return random ?? 0 > 0 ? "\(all) and \(random ?? 0) random \(random == 1 ? "one" : "ones")" : all
  }
}

// Merging.
extension PropertyVerdict {
  /// Adds the verdict of another shard.
  mutating func add(_ other: Self) {
    if let script = other.script, script.count < self.script?.count ?? .max { self.script = script }
    if vacuity != other.vacuity { vacuity = nil }
    answered = (answered ?? []) + (other.answered ?? [])
    unanswered = (unanswered ?? [:]).merging(other.unanswered ?? [:]) { first, _ in first }
    if verdict == other.verdict { return }
    // A finding of one shard applies to all of them; otherwise, the weaker verdict does.
    let byWeight: [Verdict] = [.fails, .reached, .inconclusive, .holdsUpTo, .holds]
    verdict = byWeight.first { [verdict, other.verdict].contains($0) } ?? verdict
  }

  /// Decides the property if all shards together do.
  mutating func decide(isComplete: Bool, _ scope: ExploredScope) {
    if missingAnswer != nil { return leaveOpen() }
    guard isComplete, isDecidedByStates, [.inconclusive, .holdsUpTo].contains(verdict),
      !(needsState && scope.isSample)
    else { return }
    verdict = needsState ? .fails : .holds
  }

  /// The error of a condition that had no answer anywhere, unless the property is violated even so.
  var missingAnswer: String? {
    if verdict == .fails { return nil }
    return unanswered?.filter { answered?.contains($0.key) != true }.min { $0.key < $1.key }?.value
  }

  /// Leaves open whether the property holds, because a missing shard may refute it.
  mutating func leaveOpen() {
    if [.holds, .holdsUpTo].contains(verdict) { verdict = .inconclusive }
    vacuity = nil
  }
}
