import TestSupport
import Testing

/// What XCTest prints about a failed test, which only another process can show.
struct XCTestFailureTests {
  @Test func aFailureIsTheDifferenceAndItsRemedyWithoutFurtherAdvice() throws {
    let tests = builtProgram("TodoShellPackageTests.xctest")
    let run = try run(tests, ["CoreTests.FailingExample"], environment: ["FAILING_EXAMPLE": "1"])
    #expect(run.status == 1)
    let start = "FailingExample.swift:16: error: FailingExample.testThatFails : failed - "
    let place = try #require(run.output.range(of: start), "\(run)")
    let end = run.output.range(of: "\nTest Case 'FailingExample.testThatFails' failed")
    let failure = run.output[place.upperBound..<(end?.lowerBound ?? run.output.endIndex)]
    let remedy = "\nIf the feature is right, change what the trailing closure sets."
    #expect(failure.hasSuffix(remedy), "\(failure)")
  }
}
