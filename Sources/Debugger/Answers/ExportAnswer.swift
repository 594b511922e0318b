import Core

/// A file for another tool, written from the session.
public struct ExportAnswer: Answer, JSONObject {
  public static let kind = "export"
  package static let members: [JSONMember<Self>] = [
    JSONMember("format", "the format of the file") { $0.format },
    JSONMember("path", "the file") { $0.path },
    JSONMember("bytes", "its size") { $0.bytes },
    JSONMember("content", "what it contains, as text") { $0.content },
  ]

  /// The format of the file.
  public let format: String
  /// The file.
  public let path: String
  /// Its size in bytes.
  public let bytes: Int
  /// What it contains: `12 moments on 2 branches`.
  public let content: String

  package init(format: String, path: String, bytes: Int, content: String) {
    (self.format, self.path, self.bytes, self.content) = (format, path, bytes, content)
  }

  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] { [page.dimmed("exported \(content) to \(path)")] }
}
