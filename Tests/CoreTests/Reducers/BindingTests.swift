import Core
import Testing

private struct Form: Equatable {
  var name = ""
  var age = 0
  var isOn = false
}

struct BindingTests {
  private typealias Change = BindingAction<Form>

  @Test func aChangeIsMatchedByItsProperty() {
    let change = Change.set(\.name, "Blob")
    #expect(change.keyPath == \Form.name)
    #expect(\Form.name ~= change)
    #expect(!(\Form.age ~= change))
    #expect(change.value as? String == "Blob")
    switch change {
    case \.age: Issue.record("It changes the name.")
    case \.name: break
    default: Issue.record("It changes the name.")
    }
  }

  @Test func changesAreEqualIfPropertyAndValueAre() {
    #expect(Change.set(\.name, "a") == .set(\.name, "a"))
    #expect(Change.set(\.name, "a") != .set(\.name, "b"))
    #expect(Change.set(\.isOn, true) != .toggle(\.isOn))
    #expect(Change.toggle(\.isOn) == .toggle(\.isOn))
    #expect(Set([Change.set(\.name, "a"), .set(\.name, "a"), .set(\.age, 1)]).count == 2)
  }

  @Test func aCasePathLeadsToAProperty() {
    let change = Change.set(\.age, 3)
    #expect(change.is(\.age))
    #expect(!change.is(\.name))
    #expect(change[case: \.age] == 3)
    #expect((\Change.Cases.name)("Blob") == .set(\.name, "Blob"))
  }

  @Test func aChangeIsDumpedAsItIsWritten() {
    let setting = Change.set(\.name, "Blob")
    let toggle = Change.toggle(\.isOn)
    #expect(
      String(customDumping: setting) == #"""
        BindingAction.set(
          \.name,
          "Blob"
        )
        """#
    )
    #expect(String(customDumping: toggle) == #"BindingAction.toggle(\.isOn)"#)
    #expect("\([setting, toggle])" == #"[.set(\.name, "Blob"), .toggle(\.isOn)]"#)
  }

  @Test func aChangeTravelsBetweenTasks() async {
    let change = Change.set(\.age, 3)
    let keyPath = await Task.detached { UncheckedKeyPath(change.keyPath) }.value
    #expect(keyPath.value == \Form.age)
  }

  private struct UncheckedKeyPath: @unchecked Sendable {
    let value: AnyKeyPath
    init(_ value: AnyKeyPath) { self.value = value }
  }
}
