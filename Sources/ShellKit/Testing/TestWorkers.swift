import Core
import TodoShellSystem

/// Runs scripts in processes of their own, several at a time.
struct TestWorkers {
  private struct Worker {
    let index: Int
    let process: ProgramRerun
    var report: TestWorkerReport
    /// Whether its output is still open.
    var hasOutput = true
  }

  private let scripts: [String]
  private let jobs: Int
  private let writesPage: Bool
  private var running: [Worker] = []
  private var next = 0

  /// - Parameters:
  ///   - jobs: How many run at a time.
  ///   - writesPage: Whether the result of the last script has a page, even if it passes.
  init(_ scripts: [String], jobs: Int, writesPage: Bool) {
    self.scripts = scripts
    self.jobs = jobs
    self.writesPage = writesPage
  }

  /// Runs the scripts until all have run or a signal ends the program.
  ///
  /// - Parameters:
  ///   - didStart: Receives the names of those that run now.
  ///   - didEnd: Receives each result with its position as soon as its script has ended.
  /// - Throws: `SystemError` if processes cannot be waited for.
  mutating func run(
    didStart: ([String]) -> Void,
    didEnd: (Int, ScriptResult) -> Void
  ) throws(SystemError) {
    defer {
      for worker in running {
        worker.process.kill()
        _ = worker.process.waitForEnd()
      }
      running = []
    }
    var told: (next: Int, running: Int)?
    while SignalWatch.ending == nil, next < scripts.count || !running.isEmpty {
      while running.count < jobs, next < scripts.count, start(didEnd) {}
      // Most of what workers write are the lines that they reach, which change nothing that is told.
      if told?.next != next || told?.running != running.count { didStart(running.map(\.report.script)) }
      told = (next: next, running: running.count)
      guard !running.isEmpty else { continue }
      for worker in try ended() {
        let ending = worker.process.waitForEnd()
        // The key that interrupts also ends the workers.
        if SignalWatch.ending == nil { didEnd(worker.index, worker.report.result(ending)) }
      }
    }
  }

  /// Starts the next script.
  ///
  /// - Returns: Whether to try another one.
  private mutating func start(_ didEnd: (Int, ScriptResult) -> Void) -> Bool {
    let script = scripts[next]
    do {
      let process = try TestWorker.start(script, writesPage: writesPage && next == scripts.count - 1)
      running.append(Worker(index: next, process: process, report: TestWorkerReport(of: script)))
    } catch {
      // It may be possible to start it once another one has ended.
      if !running.isEmpty { return false }
      var result = ScriptResult(name: script, status: ExitStatus.inputOutput)
      result.problem = error.description
      didEnd(next, result)
    }
    next += 1
    return true
  }

  /// Waits until a worker writes, or a signal arrives.
  ///
  /// - Returns: The workers that have ended.
  private mutating func ended() throws(SystemError) -> [Worker] {
    var requests = running.flatMap {
      [pollfd($0.process.result), pollfd($0.hasOutput ? $0.process.output : -1)]
    }
    guard try Descriptor.wait(for: &requests).isReady else { return [] }
    var buffer = [UInt8](repeating: 0, count: Descriptor.chunk)
    var ended: [Worker] = []
    for index in running.indices.reversed() {
      if requests[2 * index + 1].revents != 0 {
        let count = try Descriptor.readOnce(
          running[index].process.output,
          &buffer,
          subject: "a test's output"
        )
        running[index].hasOutput = count != nil
        running[index].report.note(output: buffer[..<(count ?? 0)])
      }
      guard requests[2 * index].revents != 0 else { continue }
      if let count = try Descriptor.readOnce(
        running[index].process.result,
        &buffer,
        subject: "a test's result"
      ) {
        running[index].report.note(result: buffer[..<count])
        continue
      }
      var worker = running.remove(at: index)
      // A program that it started may still keep its output open, and write without end.
      while worker.hasOutput, !worker.report.isFull, Descriptor.isReady(worker.process.output, POLLIN),
        let count = try Descriptor.readOnce(worker.process.output, &buffer, subject: "a test's output")
      {
        worker.report.note(output: buffer[..<count])
      }
      ended.append(worker)
    }
    return ended
  }
}
