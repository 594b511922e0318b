/// Stores the state of a child that is presented while it is not `nil`.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var destination: Destination.State?
/// }
///
/// Reduce { … }
///   .ifLet(\.$destination, action: \.destination)
/// ```
///
/// `$destination` is the ``PresentationState``. Inside an ``ObservableState()`` the child is observed like any field.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(`$`))
public macro Presents() = #externalMacro(module: "CoreMacros", type: "PresentsMacro")
