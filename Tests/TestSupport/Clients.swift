import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests with programs that are not ours, such as a browser or an editor.
  public static var clients: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["CLIENTS"] != nil,
      "'make test-clients' installs what it needs, and runs it"
    )
  }
}
