import TodoShellCommands
import Core

/// The states of an ``ExportedSession``'s moments as JSON: whole, or as a patch from the moment before.
struct ExportedStates {
  let debugger: AnyDebugger
  /// How values are written.
  var form = JSONForm.plain

  /// The changes from the state of one moment to that of another, as the page applies them: the kind, the path as a JSON
  /// pointer, and the new value, or the position in the old list that an element has left; if
  /// an element comes, moves or goes, also whether it is followed wherever it is, as by `why`.
  func changes(from old: Int, to new: Int) -> [JSON] {
    let moments = debugger.session.moments
    var changes: [JSON] = []
    forEachChange(from: moments[old], to: moments[new], findsMoves: true) { part in
      let change = JSONChange(part, as: form)
      let value = change.value?.withWrappedNumbers ?? .null
      func note(_ kind: JSON, _ element: Any, _ fact: JSON) {
        let isFollowed =
          switch part.path.last {
          case .unordered: true
          case .element: element is any Identifiable
          default: false
          }
        changes.append([kind, change.path.json, fact, .bool(isFollowed)])
      }
      switch part.kind {
      case .replaced: changes.append(["changed", change.path.json, value])
      case .removed(let element, let from): note("removed", element, from.json)
      case .inserted(let element): note("added", element, value)
      case .moved(let element, let from): note("moved", element, from.json)
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
