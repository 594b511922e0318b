import TodoShellSessions
import Core
import TodoShellSystem
import TodoShellPlatform

/// The lines of the feature's source around the place where effects were created.
struct SourceExcerpt {
  /// The place as effects name it: `Todos.swift:70`.
  let site: String
  /// The number of the first line.
  let firstLine: Int
  /// Without the indentation that all have.
  let lines: [String]

  /// Longer lines are cut.
  private static let longestLine = 160
  private static let largestFile = 1 << 20
  private static let mostSites = 100
  /// The lines before and after the place.
  private static let context = 4

  /// The excerpts for all effects of a session whose files can be read where the page is written.
  ///
  /// - Complexity: O(*n*) in the numbers of moments and of effects, and a file for each site.
  static func all(of exported: ExportedSession, in session: AnySession) -> [SourceExcerpt] {
    var sites: Set<String> = []
    var excerpts: [SourceExcerpt] = []
    for moment in exported.moments {
      for summary in moment.started.map({ exported.effects[$0] }) where sites.count < mostSites {
        guard let site = summary.site, sites.insert(site).inserted,
          let effect = session.moments[moment.number].effects.first(where: { $0.id == summary.id }),
          let (file, line) = effect.place, let text = text(of: file)
        else { continue }
        let lines = text.allLines
        guard line <= lines.count else { continue }
        let range = max(1, line - context)...min(lines.count, line + context)
        let quoted = range.map { lines[$0 - 1].prefix(longestLine) }
        let indent =
          quoted.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix(while: \.isWhitespace).count }
          .min() ?? 0
        excerpts.append(
          SourceExcerpt(
            site: site,
            firstLine: range.lowerBound,
            lines: quoted.map { String($0.dropFirst(indent)) }
          )
        )
      }
    }
    return excerpts
  }

  /// A source file; `nil` if it cannot be read, as on another machine than the one that built the program.
  private static func text(of path: String) -> String? {
    guard let file = try? OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK), file.isRegular else {
      return nil
    }
    var bytes: [UInt8] = []
    let isRead: Void? = try? Descriptor.read(file.descriptor, subject: path, isInterrupted: { false }) {
      bytes += $0
      return bytes.count <= largestFile
    }
    return isRead == nil || bytes.count > largestFile ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
