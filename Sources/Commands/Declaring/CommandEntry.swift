import Core

/// A command by its names. It is declared when it is first needed: most sessions use few of the commands.
final class CommandEntry {
  let name: String
  let aliases: [String]
  private let declare: () -> AnyCommand
  private let declaration = FirstObject()

  private final class Declaration {
    let command: AnyCommand

    init(_ command: AnyCommand) { self.command = command }
  }

  /// - Parameters:
  ///   - names: The name of the command, followed by its aliases.
  ///   - declare: Declares it. Threads that need it at the same time may each do so.
  init(_ names: [String], _ declare: @escaping () -> AnyCommand) {
    name = names[0]
    aliases = Array(names.dropFirst())
    self.declare = declare
  }

  convenience init(_ command: AnyCommand) { self.init([command.name] + command.aliases) { command } }

  var command: AnyCommand {
    unsafeDowncast(
      declaration.object ?? declaration.fill(with: Declaration(declare())),
      to: Declaration.self
    ).command
  }
}
