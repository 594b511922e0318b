import Core
import CTodoShellTestStart
import Foundation

#if canImport(XCTest)
  import XCTest

  /// Notifies Core when an XCTest case starts, before its `setUp`, so that each case has its own dependencies.
  private final class XCTestCaseObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) { XCTestCases.willStart() }
  }
#endif

/// Called by `CTestStart` when a program that links this library is loaded.
@_cdecl("core_test_support_start")
public func _startTestSupport() {
  TestConnections.current = TestLibraries()
  #if canImport(XCTest) && canImport(Darwin)
    MainActor.assumeIsolated { XCTestObservationCenter.shared.addTestObserver(XCTestCaseObserver()) }
  #elseif canImport(XCTest)
    XCTestObservationCenter.shared.addTestObserver(XCTestCaseObserver())
  #endif
}
