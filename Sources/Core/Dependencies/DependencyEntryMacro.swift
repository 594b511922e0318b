/// Declares a dependency with the value that tests use.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: LiveAPI()) var api: any API = MockAPI()
/// }
/// ```
///
/// If the type is written, each test makes its own value.
///
/// - Parameter key: The name of the key's type, which can be used like any other key. If omitted, the key is private.
@attached(accessor)
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String = "") =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with the values that programs and tests use; see ``DependencyEntry(_:)``.
@attached(accessor)
@attached(peer, names: arbitrary)
public macro DependencyEntry<Live>(_ key: String = "", liveValue: Live) =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with the values that previews and tests use; see ``DependencyEntry(_:)``.
@attached(accessor)
@attached(peer, names: arbitrary)
public macro DependencyEntry<Preview>(_ key: String = "", previewValue: Preview) =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with the values that programs, previews and tests use; see ``DependencyEntry(_:)``.
@attached(accessor)
@attached(peer, names: arbitrary)
public macro DependencyEntry<Live, Preview>(_ key: String = "", liveValue: Live, previewValue: Preview) =
  #externalMacro(module: "TodoShellMacrosPlugin", type: "DependencyEntryMacro")
