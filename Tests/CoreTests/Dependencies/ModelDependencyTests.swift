import Dispatch
import Testing

@testable import Core
@testable import TestSupport

private enum GreetingKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

/// `withDependencies(from:)` passes on the dependencies of models that have no `@Dependency` of their own.
struct ModelDependencyTests {
  /// A model that only makes other models.
  private final class Parent {
    func makeChild() -> Child { withDependencies(from: self) { Child() } }
    func makeParent() -> Parent { withDependencies(from: self) { Parent() } }
    func greeting() async -> String {
      await withDependencies(from: self) {
        await Task { Dependency(\.greeting).wrappedValue }.value
      }
    }
  }

  private final class Child {
    @Dependency(\.greeting) var greeting
  }

  @Test func aModelWithoutDependenciesPassesOnThoseItWasMadeWith() async {
    struct Failure: Error {}
    let issues = await issues {
      let made = withDependencies {
        $0.greeting = "set"
      } operation: {
        Parent()
      }
      let madeLater = await withDependencies {
        $0.greeting = "set"
      } operation: {
        await Task {}.value
        return Parent()
      }
      for model in [made, madeLater] {
        #expect(model.makeChild().greeting == "set")
        #expect(await model.greeting() == "set")
        // A model made by a model passes them on, too.
        #expect(model.makeParent().makeParent().makeChild().greeting == "set")
      }
      #expect(
        withDependencies(from: made, { $0.greeting += "!" }) { Parent() }.makeChild().greeting == "set!"
      )
      #expect(throws: Failure.self) { try withDependencies(from: made) { throw Failure() } }
    }
    #expect(issues == [])
  }

  @Test func whatIsSetAroundAModelHoldsInWhatItMakes() {
    let model = withDependencies {
      $0.greeting = "made with"
    } operation: {
      Parent()
    }
    withDependencies {
      $0.greeting = "around"
    } operation: {
      #expect(model.makeChild().greeting == "around")
    }
  }

  @Test func aModelMadeElsewhereIsReportedAndTheOperationRuns() async {
    let issues = await issues {
      let greeting = withDependencies {
        $0.greeting = "around"
      } operation: {
        Parent().makeChild().greeting
      }
      #expect(greeting == "around")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\"Parent\"") == true)
    #expect(issues.first?.contains("within \"withDependencies\" and return it from there") == true)
  }

  @Test func modelsThatAreGoneLeaveNothingBehind() async {
    final class Token: Sendable {}
    weak var token: Token?
    let issues = await issues {
      do {
        let held = Token()
        token = held
        let model = withDependencies {
          $0.held = held
        } operation: {
          Parent()
        }
        #expect(model.makeParent() !== model)
      }
      // What a model was made with is released once many others exist.
      let models = (0..<1_000).map { _ in withDependencies({ $0.greeting = "other" }) { Parent() } }
      #expect(models.first?.makeChild().greeting == "other")
    }
    #expect(issues == [])
    #expect(token == nil)
  }

  /// Makes another model when it is deallocated.
  private final class Heir: Sendable {
    private let models: ModelDependencies
    init(in models: ModelDependencies) {
      self.models = models
      models.note(self, madeWith: DependencyValues())
    }
    deinit { models.note(Parent(), madeWith: DependencyValues()) }
  }

  /// The last reference to a model may be the one with which another thread looks whether it is still there.
  @Test func aModelThatGoesWhileOthersAreNotedMayMakeModels() {
    for _ in 0..<40 {
      let models = ModelDependencies()
      let heirs = LockIsolated((0..<2_000).map { _ in Heir(in: models) })
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
          heirs.setValue([])
        } else {
          for _ in 0..<4_000 { models.note(Parent(), madeWith: DependencyValues()) }
        }
      }
    }
  }
}

private enum HeldKey: DependencyKey {
  static let liveValue: (any AnyObject & Sendable)? = nil
  static let testValue: (any AnyObject & Sendable)? = nil
}

extension DependencyValues {
  fileprivate var held: (any AnyObject & Sendable)? {
    get { self[HeldKey.self] }
    set { self[HeldKey.self] = newValue }
  }
}
