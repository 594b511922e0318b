import Core
import CTestStart
import Foundation

#if canImport(XCTest)
  import XCTest

  /// Tells Core when an XCTest case is started, before its `setUp`, so that each has dependencies of its own.
  private final class XCTestCaseObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) { XCTestCases.willStart() }
  }
#endif

/// Called by `CTestStart` when a program that links this library is loaded.
@_cdecl("core_test_support_start")
public func _startTestSupport() {
  #if canImport(XCTest) && canImport(Darwin)
    MainActor.assumeIsolated { XCTestObservationCenter.shared.addTestObserver(XCTestCaseObserver()) }
  #elseif canImport(XCTest)
    XCTestObservationCenter.shared.addTestObserver(XCTestCaseObserver())
  #endif
}
