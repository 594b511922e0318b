import Core
import Platform
import FoundationEssentials

/// Finds the declaration of an enum's case in Swift files, by the names of the types around it.
///
/// The types that a macro generates have no declaration; then the case of the reducer that has the same name is found.
package struct SwiftCaseFinder {
  /// Larger files are hardly written by hand.
  private static let mostBytes = 1 << 20
  /// More files and folders than around any feature, so that a folder such as `/` is not searched to its end.
  package static let mostFiles = 100_000

  private let name: String
  private let module: String
  /// The enum and the types around it, outermost first, without the module.
  private let types: [String]

  package init(_ element: NamedCase) {
    name = element.name
    let names = Self.withoutArguments(element.type).split(separator: ".").map(String.init)
    module = names.first ?? ""
    types = Array(names.dropFirst())
  }

  /// The name of a type without generic arguments.
  private static func withoutArguments(_ type: String) -> String {
    var depth = 0
    return type.filter { character in
      depth += character == "<" ? 1 : 0
      defer { depth -= character == ">" ? 1 : 0 }
      return depth == 0
    }
  }

  /// The names of the case at its declarations in the Swift files of some folders.
  ///
  /// - Parameters:
  ///   - mostFiles: How many files and folders are looked at, of whatever kind.
  ///   - isCancelled: Whether to give up, which is asked for each of them.
  package func places(
    in folders: [String],
    mostFiles: Int = Self.mostFiles,
    isCancelled: () -> Bool = { false }
  ) -> [SourceText] {
    var exact: [SourceText] = []
    var similar: [SourceText] = []
    for file in Self.files(in: folders, mostFiles, isCancelled) {
      guard !isCancelled() else { return [] }
      guard let text = try? String(contentsOfFile: file, encoding: .utf8), text.contains("case"),
        text.contains(name)
      else { continue }
      for found in SwiftCases(in: SourceText(text, file: file)).all where found.name.text == name {
        if found.types == types { exact.append(found.name) }
        if found.types == types.dropLast(), types.last == "Action" { similar.append(found.name) }
      }
    }
    let found = exact.isEmpty ? similar : exact
    // By convention, the sources of a module are in a folder of its name.
    let own = found.filter { $0.page.file.contains("/\(module)/") }
    return own.isEmpty ? found : own
  }

  private static func files(
    in folders: [String],
    _ mostFiles: Int,
    _ isCancelled: () -> Bool
  ) -> [String] {
    var files: [String] = []
    var count = 0
    for folder in folders {
      var found: [String] = []
      var open = [folder]
      while let folder = open.popLast() {
        // A folder that cannot be read has no sources to show.
        for name in (try? Folder.names(in: folder)) ?? [] where !name.hasPrefix(".") {
          guard count < mostFiles, !isCancelled() else { break }
          count += 1
          let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
          switch FileKind(at: path) {
          case .folder where !FileKind.isLink(path): open.append(path)
          case .file(let bytes) where bytes <= mostBytes && name.hasSuffix(".swift"): found.append(path)
          default: break
          }
        }
      }
      files += found.sorted()
    }
    return files
  }
}

/// The cases of the enums in a Swift file. Only names, braces, brackets, strings and comments are told apart.
struct SwiftCases {
  /// The cases, each with the types around it.
  private(set) var all: [(name: SourceText, types: [String])] = []
  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0
  /// The open braces: the names of the type that each begins, if it does.
  private var open: [(names: [String], isEnum: Bool)] = []

  init(in source: SourceText) {
    self.source = source
    bytes = source.page.bytes
    var declared: (names: [String], isEnum: Bool)?
    while let token = next() {
      switch token {
      case "enum", "struct", "class", "actor", "extension", "protocol":
        declared = (typeNames(), token == "enum")
      case "{":
        open.append(declared ?? ([], false))
        declared = nil
      case "}": _ = open.popLast()
      case "case" where open.last?.isEnum == true: readCases()
      default: break
      }
    }
  }

  private mutating func readCases() {
    repeat {
      guard let name = next(), name.first?.isLetter == true || name.first == "_" || name.first == "`" else {
        return
      }
      let range = position - name.utf8.count..<position
      let isQuoted = name.hasPrefix("`")
      if isQuoted, name.utf8.count < 3 || !name.hasSuffix("`") { return }
      let place = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
      all.append((source.slice(place), open.flatMap(\.names)))
      skipSpaces()
      if position < bytes.count, bytes[position] == UInt8(ascii: "(") { skipBrackets() }
      skipSpaces()
    } while take(UInt8(ascii: ","))
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipBrackets() {
    var depth = 0
    repeat {
      switch next() {
      case "(": depth += 1
      case ")": depth -= 1
      case nil: return
      default: break
      }
    } while depth > 0
  }

  /// The names of the type that is declared or extended, such as `Todos.Action`.
  private mutating func typeNames() -> [String] {
    guard let first = next() else { return [] }
    var names = [first]
    while position < bytes.count, bytes[position] == UInt8(ascii: "."), let _ = next(), let name = next() {
      names.append(name)
    }
    return names
  }

  /// The next name, or the next character that is neither a space nor part of a string or a comment.
  private mutating func next() -> String? {
    skipSpaces()
    guard position < bytes.count else { return nil }
    let start = position
    let isQuoted = bytes[position] == UInt8(ascii: "`")
    position += 1
    guard isQuoted || bytes[start].continuesSwiftName else { return String(Unicode.Scalar(bytes[start])) }
    while position < bytes.count, bytes[position].continuesSwiftName { position += 1 }
    if isQuoted, position < bytes.count { position += 1 }
    return source.page.text(in: start..<position)
  }

  /// Skips spaces, comments and strings.
  private mutating func skipSpaces() {
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position].isBlank {
        position += 1
      } else if rest.starts(with: "//".utf8) {
        position = rest.firstIndex(of: .newline) ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        skipComment()
      } else if bytes[position] == .doubleQuote {
        skipString()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      let rest = bytes[position...]
      let isEnd = rest.starts(with: "*/".utf8)
      if isEnd { depth -= 1 }
      if rest.starts(with: "/*".utf8) { depth += 1 }
      position += isEnd || rest.starts(with: "/*".utf8) ? 2 : 1
    } while depth > 0 && position < bytes.count
  }

  private mutating func skipString() {
    let quote = bytes[position...].starts(with: "\"\"\"".utf8) ? "\"\"\"" : "\""
    position += quote.utf8.count
    while position < bytes.count, !bytes[position...].starts(with: quote.utf8) {
      // A string on one line ends there, even if an interpolation contains quotes.
      if quote.utf8.count == 1, bytes[position] == .newline { return }
      position += bytes[position] == .backslash ? 2 : 1
    }
    position = min(position + quote.utf8.count, bytes.count)
  }
}
