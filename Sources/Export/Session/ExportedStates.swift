import Commands
import Core

/// The states of an ``ExportedSession``'s moments as JSON: whole, or as a patch from the moment before.
struct ExportedStates {
  let debugger: AnyDebugger
  /// How values are written.
  var form = JSONForm.plain

  /// The changes from the state of the moment before.
  func patch(_ number: Int) -> JSON {
    let moment = debugger.session.moments[number]
    return debugger.difference(from: debugger.session.before(moment), to: moment).change.patch(form)
  }

  /// The whole state.
  func state(_ number: Int) -> JSON {
    debugger.session.moments[number].withState { JSON($0, as: form) }
  }

  /// What is presented.
  func screen(_ number: Int) -> ScreenAnswer { debugger.screen(at: debugger.session.moments[number]) }
}
