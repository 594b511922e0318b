import Synchronization

/// Prints what a reducer received and what it changed: what `_printChanges()` is given to print with.
///
/// It prints in the order of the actions, while they are handled, in every build.
///
/// ```swift
/// Reduce { … }
///   ._printChanges(.customDump(changesIn: \.todos).filter { $0.is(\.todos) })
/// ```
public struct _ReducerPrinter<State, Action>: Sendable {
  private let text: @Sendable (Action, State, State) -> String?
  private let stream: ReducerPrinterStream

  /// A printer with a text of its own.
  ///
  /// - Parameters:
  ///   - stream: Where it prints.
  ///   - text: The text for an action, the state before it, and the state after; `nil` to print nothing.
  public init(
    to stream: ReducerPrinterStream = .standardOutput,
    text: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> String?
  ) {
    self.text = text
    self.stream = stream
  }

  /// A printer that does with the change what it likes.
  ///
  /// - Parameter printChange: Takes an action, the state before it, and the state after.
  public init(
    printChange: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.init { action, old, new in
      printChange(action, old, new)
      return nil
    }
  }

  /// Prints a change, if it is one that this printer prints.
  ///
  /// - Parameters:
  ///   - receivedAction: The action.
  ///   - oldState: The state before it.
  ///   - newState: The state after it.
  /// - Complexity: That of ``diff(_:_:format:)``.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    if let text = text(receivedAction, oldState, newState) { stream.write(text) }
  }

  /// This printer, printing to another stream.
  public func to(_ stream: ReducerPrinterStream) -> Self {
    Self(to: stream, text: text)
  }

  /// This printer for some actions only.
  ///
  /// - Parameter isIncluded: Whether to print what an action changed.
  public func filter(_ isIncluded: @escaping @Sendable (Action) -> Bool) -> Self {
    Self(to: stream) { [text] action, old, new in
      isIncluded(action) ? text(action, old, new) : nil
    }
  }
}

extension _ReducerPrinter {
  /// Prints each action and the difference that it made.
  ///
  /// ```
  /// received action:
  ///   Todos.Action.todos(…)
  ///   Todos.State(
  /// -   …
  /// +   …
  ///   )
  /// ```
  public static var customDump: Self {
    Self { action, old, new in changeText(action, diff(old, new)) }
  }

  /// Prints each action and the difference that it made in one part of the state; what changes nothing there is
  /// passed over.
  ///
  /// - Parameter path: The part.
  public static func customDump<Value>(changesIn path: KeyPath<State, Value> & Sendable) -> Self {
    Self { action, old, new in
      diff(old[keyPath: path], new[keyPath: path]).map { changeText(action, $0) }
    }
  }

  /// Prints the name of each action, with the labels of its payload and not the values.
  ///
  /// ```
  /// received action: Todos.Action.todos(.element(id:, action: .binding))
  /// ```
  public static var actionLabels: Self {
    Self { action, _, _ in "received action: \(ActionLabels(action).text)\n" }
  }

  private static func changeText(_ action: Action, _ diff: String?) -> String {
    var text = "received action:\n"
    Core.customDump(action, to: &text, indent: 2)
    text += "\n"
    text += diff ?? "  (No state changes)"
    text += "\n\n"
    return text
  }
}

/// Where a ``_ReducerPrinter`` prints: texts go there whole and one after the other, from whatever thread they come.
public final class ReducerPrinterStream: Sendable {
  private let lock = Mutex(())
  private let output: @Sendable (String) -> Void

  /// A stream.
  ///
  /// - Parameter write: Takes each text. It is not called again before it has returned, and must not print to this
  ///   stream itself.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    output = write
  }

  /// Appends a text.
  public func write(_ text: String) {
    lock.withLock { _ in output(text) }
  }

  /// The standard output of the process.
  public static let standardOutput = ReducerPrinterStream { print($0, terminator: "") }
}
