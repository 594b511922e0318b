import Commands
import Core

/// The states of an ``ExportedSession``'s moments as JSON: a patch for each moment from the one before it, and a whole state
/// from time to time, so that any state can be had without applying all patches.
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

/// Decides at which moments to store a whole state: where the patches since the last one take as much room, so that
/// whole states at most double the size of a file.
struct Checkpoints {
  /// The size of the patches since the last whole state on the way to each moment.
  private(set) var sizes: [Int: Int] = [:]
  /// The size of the last whole state that was stored, in bytes.
  var stateSize: Int

  /// Whether to store the state of a moment.
  ///
  /// - Parameters:
  ///   - patchSize: The size of its patch, in bytes.
  ///   - parent: The moment before it.
  mutating func isNeeded(at moment: Int, patchSize: Int, parent: Int) -> Bool {
    // Even an empty patch takes some time to apply.
    let size = (sizes[parent] ?? 0) + patchSize + 16
    let isNeeded = size > max(stateSize, 4_096)
    sizes[moment] = isNeeded ? 0 : size
    return isNeeded
  }
}
