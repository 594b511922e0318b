extension DependencyValues {
  /// The main run loop. By default, it is the same scheduler as ``mainQueue``, because it runs that queue's work.
  ///
  /// Set it to a ``TestScheduler`` (`RunLoop.test`), `.immediate` or `.main`.
  public var mainRunLoop: any Scheduler {
    get {
      if let own = self[MainRunLoopKey.self] { return own }
      let queue = mainQueue
      return (queue as? UnimplementedScheduler)?.followed(by: "mainRunLoop") ?? queue
    }
    set { self[MainRunLoopKey.self] = newValue }
  }

  private enum MainRunLoopKey: DependencyKey {
    static let liveValue: (any Scheduler)? = nil
    static let testValue: (any Scheduler)? = nil
  }
}

#if FullFoundation
  import Foundation

  extension RunLoop {
    /// A point in a ``Scheduler``'s time, which is the same for run loops and queues.
    public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType

    /// Creates a scheduler whose time moves only on demand.
    public static var test: TestScheduler { DispatchQueue.test }

    /// A scheduler that never waits.
    public static var immediate: ImmediateScheduler { ImmediateScheduler() }

    /// A scheduler that reports an issue when it is used.
    public static var unimplemented: UnimplementedScheduler { UnimplementedScheduler(name: "mainRunLoop") }
  }
#endif
