import Core
import Foundation

/// A program that is a shell for one feature: what it is called, what can be said in it, and how it starts.
///
/// ```swift
/// let application = ShellApplication(name: "counter", vocabulary: .counter) { seed, epoch in
///   Session(initialState: Counter.State(), seed: seed, epoch: epoch) { Counter() }
/// }
/// ```
///
/// Without a vocabulary the shell works as well: a line that starts with `.` is an action in Swift syntax.
public struct ShellApplication<State, Action> {
  /// The name of the program, which also names its folders and its history file.
  public let name: String
  /// The program's version; empty if it has none.
  public let version: String
  /// One line that greets whoever starts the interactive shell.
  public let greeting: String
  /// The scripts that lead through the program, in order.
  public let tour: [TourChapter]
  package let table: CommandTable<State, Action>
  let makeSession: (UInt64, Date) -> Session<State, Action>

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: The program's version.
  ///   - greeting: One line that greets whoever starts the interactive shell.
  ///   - tour: Scripts that lead through the program, in order.
  ///   - vocabulary: The feature's own commands; where one is named like a command of every shell, it replaces it.
  ///     Without any, the feature is driven by its actions in Swift syntax.
  ///   - makeSession: Makes a session from a seed and the date at its start. Each script gets a session of its own.
  public init(
    name: String,
    version: String = "",
    greeting: String = "",
    tour: [TourChapter] = [],
    vocabulary: Vocabulary<State, Action>? = nil,
    makeSession: @escaping (_ seed: UInt64, _ epoch: Date) -> Session<State, Action>
  ) {
    self.name = name
    self.version = version
    self.greeting = greeting
    self.tour = tour
    self.table = CommandTable([vocabulary].compactMap(\.self) + Vocabulary.builtIn)
    self.makeSession = makeSession
  }
}
