import Core

/// The argument parser's description of a program's command line.
struct CommandLineHelp: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The arguments shown in the help.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
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
    let isRepeating: Bool
    let isOptional: Bool
    let shouldDisplay: Bool

    /// Its names, short ones first, as they are typed.
    var spellings: [String] { (names ?? []).map(\.text).sorted { ($0.count, $0) < ($1.count, $1) } }
    var isOption: Bool { kind != "positional" }
    /// The placeholder for its value; `nil` for a flag.
    var value: String? { kind == "flag" ? nil : valueName }
  }

  /// - Parameter json: The dump of the argument parser.
  init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}
