import Core

/// A command by its names. It is declared when it is first needed: most sessions use few of the commands.
final class CommandEntry {
  let name: String
  let aliases: [String]
  /// The line that replaces it, if this is a spelling of an earlier version.
  let former: FormerSpelling?
  private let declare: () -> AnyCommand
  private let declared = FirstObject()

  /// An object, from which a part is read without copying the rest.
  final class Declaration {
    let command: AnyCommand

    fileprivate init(_ command: AnyCommand) { self.command = command }
  }

  /// - Parameters:
  ///   - names: The name of the command, followed by its aliases.
  ///   - former: The line that replaces it, if this is a spelling of an earlier version.
  ///   - declare: Declares it, or the command that replaces it. Threads that need it at the same time may each do so.
  init(_ names: [String], former: FormerSpelling? = nil, _ declare: @escaping () -> AnyCommand) {
    name = names[0]
    aliases = Array(names.dropFirst())
    self.former = former
    self.declare = declare
  }

  convenience init(_ command: AnyCommand) { self.init(command.names) { command } }

  var declaration: Declaration {
    unsafeDowncast(
      declared.object
        ?? declared.fill(with: Declaration(former == nil ? declare().named([name] + aliases) : declare())),
      to: Declaration.self
    )
  }

  var command: AnyCommand { declaration.command }
}
