/// Receives what a store does, in order, on the main actor: see ``Store/record(with:)``.
package protocol StoreRecorder: AnyObject {
  /// Called before an action is reduced.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isFromEffect: Whether an effect sent it.
  ///   - state: The state before it.
  @MainActor func willReduce(_ action: Any, isFromEffect: Bool, in state: () -> Any)

  /// Called after it was reduced, if the reducer drew anything.
  @MainActor func didReduce(drawing: DrawnValues)
}

extension Store {
  /// Records what the store does from now on.
  ///
  /// - Parameter makeRecorder: Creates the recorder from the store's dependencies; `nil` ends the recording.
  /// - Returns: Whether this is a whole store; a part of another store cannot be recorded by itself.
  package func record(with makeRecorder: ((DependencyValues) -> any StoreRecorder)?) -> Bool {
    guard let core = core as? RootCore<State, Action> else { return false }
    if let dependencies = core.recording?.dependencies {
      core.dependencies = dependencies
      // Its file is closed before the next recorder opens the same one.
      core.recording = nil
    }
    core.recording = makeRecorder.map { StoreRecording($0(core.dependencies), of: core.dependencies) }
    if let recording = core.recording { core.dependencies = recording.noted }
    return true
  }
}

/// A recorder, with the dependencies that it observes.
@MainActor
struct StoreRecording {
  private let recorder: any StoreRecorder
  private let drawn = DrawnValuesLog()
  /// The dependencies of the store as they were before the recording.
  let dependencies: DependencyValues
  /// The same dependencies, except that the recorder notes what is drawn from them.
  let noted: DependencyValues

  init(_ recorder: any StoreRecorder, of dependencies: DependencyValues) {
    (self.recorder, self.dependencies) = (recorder, dependencies)
    noted = drawn.noting(dependencies)
  }

  /// Delivers an action, and tells the recorder.
  func deliver(_ delivery: Delivery, in engine: EffectEngine) {
    recorder.willReduce(delivery.action.contents, isFromEffect: delivery.effect != nil) {
      engine.boxedState.contents
    }
    drawn.open()
    engine.deliver(delivery)
    if let values = drawn.close() { recorder.didReduce(drawing: values) }
  }
}
