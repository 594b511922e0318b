import Core
import Testing

struct NeverTests {
  @Test func neverIsAStatementAndAValueOfAnyType() async {
    let tasks = [
      Task { try await Task.never() },
      Task {
        let number: Int = try await Task.never()
        Issue.record("\(number) came out of it")
      },
      Task { let _: Void = try await Task.never() },
      Task { _ = try await Task<String, Never>.never() },
    ]
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func aResultHasTheErrorThatItsWorkThrows() async {
    enum Failure: Error { case late }
    func fail() async throws(Failure) -> Int { throw .late }
    let typed: Result<Int, Failure> = await Result(catching: fail)
    #expect(typed == .failure(.late))
    let any = await Result { try await fail() }
    #expect(throws: Failure.late) { try any.get() }
    let none: Result<Int, Never> = await Result {
      await Task.yield(); return 1
    }
    #expect(none == .success(1))
  }
}
