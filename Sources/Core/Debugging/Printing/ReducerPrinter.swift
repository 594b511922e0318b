import Synchronization

/// Prints the actions that a reducer received and the changes they made, for `_printChanges()`.
///
/// It prints synchronously, in the order of the actions, in every build.
///
/// ```swift
/// Reduce { … }
///   ._printChanges(.customDump(changesIn: \.todos).filter { $0.is(\.todos) })
/// ```
public struct _ReducerPrinter<State, Action>: Sendable {
  private let text: @Sendable (Action, State, State) -> String?
  private let stream: ReducerPrinterStream

  /// Creates a printer with a custom text.
  ///
  /// - Parameters:
  ///   - stream: The stream to print to.
  ///   - text: Returns the text for an action, the state before it and the state after it; `nil` to print nothing.
  public init(
    to stream: ReducerPrinterStream = .standardOutput,
    text: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> String?
  ) {
    self.text = text
    self.stream = stream
  }

  /// Creates a printer with a custom implementation.
  ///
  /// - Parameter printChange: Receives an action, the state before it and the state after it.
  public init(
    printChange: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.init { action, old, new in
      printChange(action, old, new)
      return nil
    }
  }

  /// Prints a change, unless this printer skips it.
  ///
  /// - Parameters:
  ///   - receivedAction: The action.
  ///   - oldState: The state before it.
  ///   - newState: The state after it.
  /// - Complexity: That of ``diff(_:_:format:)``.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    if let text = text(receivedAction, oldState, newState) { stream.write(text) }
  }

  /// Returns this printer with another stream.
  public func to(_ stream: ReducerPrinterStream) -> Self {
    Self(to: stream, text: text)
  }

  /// Returns this printer restricted to some actions.
  ///
  /// - Parameter isIncluded: Whether to print what an action changed.
  public func filter(_ isIncluded: @escaping @Sendable (Action) -> Bool) -> Self {
    Self(to: stream) { [text] action, old, new in
      isIncluded(action) ? text(action, old, new) : nil
    }
  }
}

extension _ReducerPrinter {
  /// Prints each action and the difference it made.
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

  /// Prints each action with the difference it made in one part of the state. Actions that do not change that part
  /// are skipped.
  ///
  /// - Parameter path: The key path to the part.
  public static func customDump<Value>(changesIn path: KeyPath<State, Value> & Sendable) -> Self {
    Self { action, old, new in
      diff(old[keyPath: path], new[keyPath: path]).map { changeText(action, $0) }
    }
  }

  /// Prints the name of each action, with the labels but without the values of its payload.
  ///
  /// ```
  /// received action: Todos.Action.todos(.element(id:, action: .binding))
  /// ```
  public static var actionLabels: Self {
    Self { action, _, _ in "received action: \(Core.actionLabels(of: action))\n" }
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

/// The output of a `_ReducerPrinter`: texts from any thread are written whole and one after the other.
public final class ReducerPrinterStream: Sendable {
  private let lock = Mutex(())
  private let output: @Sendable (String) -> Void

  /// Creates a stream.
  ///
  /// - Parameter write: Receives each text. Calls are serialized. It must not print to this stream itself.
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

extension Reducer {
  /// Prints each action that this reducer receives, with the changes it made.
  ///
  /// ```swift
  /// Todos()._printChanges()
  /// // received action:
  /// //   Todos.Action.sortCompletedTodos
  /// //   (No state changes)
  /// ```
  ///
  /// Output is synchronous and in order, in every build.
  ///
  /// - Parameter printer: What and where to print; `.customDump` prints the action and the difference between the
  ///   states, `.actionLabels` only the names of the action, and `nil` nothing.
  /// - Complexity: With `.customDump`, that of the difference, which depends on the part of the state that changed.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      guard let printer else { return base.reduce(into: &state, action: action) }
      let oldState = state
      let shared = SharedTracker()
      let effect = SharedScope.$recorder.withValue(shared) { base.reduce(into: &state, action: action) }
      SharedScope.comparing(SharedView(shared.originals), SharedView(shared.snapshot)) {
        printer.printChange(receivedAction: action, oldState: oldState, newState: state)
      }
      return effect
    }
  }
}
