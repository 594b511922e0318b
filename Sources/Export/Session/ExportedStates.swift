import Commands
import Core

/// The states of an ``ExportedSession``'s moments as JSON: whole, or as a patch from the moment before.
struct ExportedStates {
  let debugger: AnyDebugger
  /// How values are written.
  var form = JSONForm.plain

  /// The changes from the state of one moment to that of another, as the page applies them: the kind, the path as a JSON
  /// pointer, and the new value, or the position in the old list that an element has left.
  func changes(from old: Int, to new: Int) -> [JSON] {
    let moments = debugger.session.moments
    var changes: [JSON] = []
    forEachChange(from: moments[old], to: moments[new], findsMoves: true) { part in
      let change = JSONChange(part, as: form)
      let value = change.value?.withWrappedNumbers ?? .null
      switch part.kind {
      case .replaced: changes.append(["changed", change.path.json, value])
      case .removed(_, let from): changes.append(["removed", change.path.json, from.json])
      case .inserted: changes.append(["added", change.path.json, value])
      case .moved(_, let from): changes.append(["moved", change.path.json, from.json])
      }
    }
    return changes
  }

  /// The whole state.
  func state(_ number: Int) -> JSON {
    debugger.session.moments[number].withState { JSON($0, as: form) }
  }

  /// What is presented.
  func screen(_ number: Int) -> ScreenAnswer { debugger.screen(at: debugger.session.moments[number]) }
}
