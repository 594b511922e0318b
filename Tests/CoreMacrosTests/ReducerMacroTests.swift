import Testing

/// What `@Reducer` on a struct makes of a source, and what it says.
struct ReducerMacroTests {
  @Test func whatIsMissingIsAdded() {
    expectExpansion(
      #"""
      @Reducer
      struct Feature {}
      """#,
      is: #"""
        struct Feature {

          @Core.ObservableState
          struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
            init() {
            }
          }

          enum Action: Swift.Hashable, Swift.Sendable {
          }

          var body: Core.EmptyReducer<Self.State, Self.Action> {
            Core.EmptyReducer()
          }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func aPublicFeatureHasPublicMembers() {
    expectExpansion(
      #"""
      @Reducer
      public struct Feature {}
      """#,
      is: #"""
        public struct Feature {

          @Core.ObservableState
          public struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
            public init() {
            }
          }

          public enum Action: Swift.Hashable, Swift.Sendable {
          }

          public var body: Core.EmptyReducer<Self.State, Self.Action> {
            Core.EmptyReducer()
          }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func whatIsThereIsAnnotated() {
    expectExpansion(
      #"""
      @Reducer
      struct Feature {
        enum State { case on }
        enum Action { case tap(DelegateAction) }
        enum DelegateAction { case done }
        enum CancelID { case timer }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """#,
      is: #"""
        struct Feature {
          @Core.CasePathable @dynamicMemberLookup
          enum State { case on 
        }
          @Core.CasePathable
          enum Action { case tap(DelegateAction) 
        }
          @Core.CasePathable
          enum DelegateAction { case done 
        }
          enum CancelID { case timer 
        }
          @Core.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func aReduceMethodIsEnough() {
    expectExpansion(
      #"""
      @Reducer
      struct Feature {
        typealias State = Int
        typealias Action = Bool
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """#,
      is: #"""
        struct Feature {
          typealias State = Int
          typealias Action = Bool
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func aClassIsNoReducer() {
    expectExpansion(
      #"""
      @Reducer
      final class Feature {
      }
      """#,
      is: #"""
        final class Feature {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to a struct or an enum, not to class 'Feature'",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'class' with 'struct'"), FixItSpec(message: "Remove '@Reducer'"),
          ]
        )
      ],
      only: ["Reducer"],
      applying: ["Replace 'class' with 'struct'"],
      fixed: #"""
        @Reducer
        struct Feature {
        }
        """#
    )
  }

  @Test func aProtocolIsNoReducer() {
    expectExpansion(
      #"""
      @Reducer
      protocol Feature {
      }
      """#,
      is: #"""
        protocol Feature {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to a struct or an enum, not to protocol 'Feature'",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Remove '@Reducer'")]
        )
      ],
      only: ["Reducer"],
      applying: ["Remove '@Reducer'"],
      fixed: #"""
        protocol Feature {
        }
        """#
    )
  }

  @Test func reduceAndBodyExcludeEachOther() {
    expectExpansion(
      #"""
      @Reducer
      struct Feature {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#,
      is: #"""
        struct Feature {
          struct State {}
          enum Action {}
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
          @Core.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "A reducer with a 'reduce' method never runs its 'body'; implement only one of them",
          line: 5,
          column: 8,
          fixIts: [FixItSpec(message: "Remove 'reduce'"), FixItSpec(message: "Remove 'body'")]
        )
      ],
      only: ["Reducer"],
      applying: ["Remove 'reduce'"],
      fixed: #"""
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """#
    )
  }

  @Test func aStructTakesNoConformances() {
    expectExpansion(
      #"""
      @Reducer(state: .equatable)
      struct Feature {
        struct State {}
        enum Action {}
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#,
      is: #"""
        struct Feature {
          struct State {}
          enum Action {}
          @Core.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { EmptyReducer() }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Reducer' accepts conformances only on an enum; declare a struct's own on 'State' and 'Action'",
          line: 1,
          column: 10,
          fixIts: [FixItSpec(message: "Remove the arguments")]
        )
      ],
      only: ["Reducer"],
      applying: ["Remove the arguments"],
      fixed: #"""
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """#
    )
  }

  /// The compiler infers them.
  @Test func typesThatTheReducerNamesAreNotAdded() {
    for member in [
      "var body: some Reducer<Int, String> { Other() }",
      "var body: some Core.Reducer<[Int], Void> { Other() }",
      "var body: some ReducerOf<Other> { Other() }", "var body: some ReducerOf<Feature.Other> { Other() }",
    ] {
      expectExpansion(
        """
        @Reducer
        struct Feature {
          \(member)
        }
        """,
        is: """
          struct Feature {
            @Core.ReducerBuilder<Self.State, Self.Action>
            \(member)
          }

          extension Feature: Core.Reducer {
          }
          """,
        only: ["Reducer"]
      )
    }
    for member in [
      "let body = EmptyReducer<Int, Int>()", "let body: some Reducer<Int, Int> = Other()", "let body: Other",
      "func reduce(into state: inout Int, action: String) -> Effect<String> { .none }",
    ] {
      expectExpansion(
        """
        @Reducer
        struct Feature {
          \(member)
        }
        """,
        is: """
          struct Feature {
            \(member)
          }

          extension Feature: Core.Reducer {
          }
          """,
        only: ["Reducer"]
      )
    }
  }

  /// They may be those of the outer declaration, whose members a macro does not see.
  @Test func typesThatANestedReducerNamesAreNotAdded() {
    expectExpansion(
      """
      struct Outer {
        @Reducer
        struct Feature {
          var body: some Reducer<State, Action> { Other() }
        }
      }
      """,
      is: """
        struct Outer {
          struct Feature {
            @Core.ReducerBuilder<Self.State, Self.Action>
            var body: some Reducer<State, Action> { Other() }
          }
        }

        extension Outer.Feature: Core.Reducer {
        }
        """,
      only: ["Reducer"]
    )
  }

  /// Its own name is no other type to take them from.
  @Test func aFeatureThatNamesItselfHasTypesOfItsOwn() {
    for body in [
      "some ReducerOf<Feature>", "some ReducerOf<Feature<Int>>",
      "some Core.Reducer<Feature.State, Feature.Action>", "some Reducer<Self.State, Feature<Int>.Action>",
      "some Reducer<State, Action>",
    ] {
      expectExpansion(
        """
        @Reducer
        struct Feature {
          var body: \(body) { Other() }
        }
        """,
        is: """
          struct Feature {
            @Core.ReducerBuilder<Self.State, Self.Action>
            var body: \(body) { Other() }

            @Core.ObservableState
            struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
              init() {
              }
            }

            enum Action: Swift.Hashable, Swift.Sendable {
            }
          }

          extension Feature: Core.Reducer {
          }
          """,
        only: ["Reducer"]
      )
    }
  }

  @Test func thePlacesOfCasesAreDescribed() {
    let feature = #"""
        typealias State = Int
        enum Action: CasePathable {
          case a, b(Int), c(View), d(text: String, Int), e
        }
        struct Other {
          func reduce(action: Int) { switch action { default: print() } }
        }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .a: return .none
          case .b(0), .b(limit), let .b(number) where number > state:
            state = 1
          case .c(let view):
            switch view {
            case .opened(\.name): state = 2
            case .closed: break
            }
          case .d(text: "a b", let count): state = count
          case .c(let view) where state > 3: switch view { default: state = 4 }
          default: state = 3
          }
          return other(action: 1)
        }
        func other(action: Int) -> Effect<Action> { switch action { default: .none } }
      """#
    expectExpansion(
      "@Reducer\npublic struct Feature {\n\(feature)\n}",
      is: "public struct Feature {\n\(feature)\n" + #"""

          public static var _handlers: [[(pattern: Swift.String, site: Swift.String, isCertain: Swift.Bool)]] {
            [[(".a", "", true), (".b(0)", "test.swift:13", true), (".b(_)", "test.swift:13", false), (".b(_)", "test.swift:13", false), (#".c(.opened(\.name))"#, "test.swift:17", true), (".c(.closed)", "", true), (#".d(text:"a b",_)"#, "test.swift:20", true), (".c(_)", "test.swift:21", false), ("_", "test.swift:22", true)]]
          }
        }

        extension Feature: Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }
}
