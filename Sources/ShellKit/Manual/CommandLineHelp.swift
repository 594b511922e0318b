import Foundation

/// What the argument parser says of a program's command line.
struct CommandLineHelp: Decodable {
  let command: Command

  struct Command: Decodable {
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      /// As it is typed.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let discussion: String?
    let allValues: [String]?
    let isRepeating: Bool
    let shouldDisplay: Bool

    /// Its names, short ones first, as they are typed.
    var spellings: [String] { (names ?? []).map(\.text).sorted { ($0.count, $0) < ($1.count, $1) } }
    var isOption: Bool { kind != "positional" }
    /// What stands for its value; `nil` if it takes none.
    var value: String? { kind == "flag" ? nil : valueName }
  }

  /// - Parameter json: What the parser dumps.
  init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  /// The arguments that the help shows.
  var arguments: [Argument] { (command.arguments ?? []).filter(\.shouldDisplay) }
}
