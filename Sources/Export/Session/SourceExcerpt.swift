import Core
import Glibc
import Platform

/// The lines of the feature's source around the place where effects were created.
struct SourceExcerpt {
  /// The place as effects name it: `Todos.swift:70`.
  let site: String
  /// The number of the first line.
  let firstLine: Int
  let lines: [String]

  /// Longer lines are cut.
  private static var longestLine: Int { 160 }
  private static var largestFile: Int { 1 << 20 }
  private static var mostSites: Int { 100 }
  /// The lines before and after the place.
  private static var context: Int { 4 }

  /// The excerpts for all effects of a session whose files can be read where the program was built.
  ///
  /// - Complexity: O(*n* · *k*) in the numbers of moments and of effects in flight, and a file for each site.
  static func all(of session: AnySession) -> [SourceExcerpt] {
    var sites: Set<String> = []
    var excerpts: [SourceExcerpt] = []
    for moment in session.moments {
      for effect in moment.effects where effect.moment == moment.number {
        guard let site = effect.site, let (file, line) = effect.place, sites.count < mostSites,
          sites.insert(site).inserted, let text = text(of: file)
        else { continue }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard line <= lines.count else { continue }
        let range = max(1, line - context)...min(lines.count, line + context)
        excerpts.append(
          SourceExcerpt(
            site: site,
            firstLine: range.lowerBound,
            lines: range.map { String(lines[$0 - 1].prefix(longestLine)) }
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
