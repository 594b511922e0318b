import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@Reducer` on an enum makes of a source, and what it says.
struct ReducerEnumMacroTests {
  @Test func casesBecomeStateActionBodyAndScope() {
    expectExpansion(
      #"""
      @Reducer
      enum Destination {
        case detail(Detail)
        case settings(Settings = Settings(isModal: true))
      }
      """#,
      is: #"""
        enum Destination {
          case detail(Detail)
          case settings(Settings = Settings(isModal: true))

          @Core.CasePathable
          @dynamicMemberLookup
          @Core.ObservableState
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case detail(Detail.State)
            case settings(Settings.State)
          }

          @Core.CasePathable
          enum Action {
            case detail(Detail.Action)
            case settings(Settings.Action)
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          static var body: some Core.Reducer<Self.State, Self.Action> {
            Core.ScopeCase(state: \Self.State.Cases.detail, action: \Self.Action.Cases.detail) {
              Detail()
            }
            Core.ScopeCase(state: \Self.State.Cases.settings, action: \Self.Action.Cases.settings) {
              Settings(isModal: true)
            }
          }

          enum CaseScope {
            case detail(Core.StoreOf<Detail>)
            case settings(Core.StoreOf<Settings>)
          }

          @MainActor
          static func scope(_ store: Core.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .detail:
              return .detail(store.scope(state: \.detail, action: \.detail)!)
            case .settings:
              return .settings(store.scope(state: \.settings, action: \.settings)!)
            }
          }
        }

        extension Destination: Core.CaseReducer, Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func payloadsThatAreNoFeaturesAreKept() {
    expectExpansion(
      #"""
      @Reducer
      enum Destination {
        case alert(AlertState<Alert>)
        @ReducerCaseEphemeral case question(Question)
        @ReducerCaseIgnored case help(page: Help)
        case link(URL), pair(Int, b: String), nothing
      }
      """#,
      is: #"""
        enum Destination {
          case alert(AlertState<Alert>)
          case question(Question)
          case help(page: Help)
          case link(URL), pair(Int, b: String), nothing

          @Core.CasePathable
          @dynamicMemberLookup
          @Core.ObservableState
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case alert(AlertState<Alert>)
            case question(Question)
            case help(page: Help)
            case link(URL)
            case pair(Int, b: String)
            case nothing
          }

          @Core.CasePathable
          enum Action {
            case alert(AlertState<Alert>.Action)
            case question(Question.Action)
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          static var body: some Core.Reducer<Self.State, Self.Action> {
            Core.EmptyReducer<Self.State, Self.Action>()
          }

          enum CaseScope {
            case alert(AlertState<Alert>)
            case question(Question)
            case help(page: Help)
            case link(URL)
            case pair(Int, b: String)
            case nothing
          }

          @MainActor
          static func scope(_ store: Core.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .alert(let value0):
              return .alert(value0)
            case .question(let value0):
              return .question(value0)
            case .help(let value0):
              return .help(page: value0)
            case .link(let value0):
              return .link(value0)
            case .pair(let value0, let value1):
              return .pair(value0, b: value1)
            case .nothing:
              return .nothing
            }
          }
        }

        extension Destination: Core.CaseReducer, Core.Reducer {
        }
        """#,
      only: ["Reducer", "ReducerCaseEphemeral", "ReducerCaseIgnored"]
    )
  }

  @Test func conformancesAreAdded() {
    expectExpansion(
      #"""
      @Reducer(state: .equatable, .sendable, action: .hashable)
      public enum Path {
        #if DEBUG
          case debug(Debug)
        #endif
      }
      """#,
      is: #"""
        public enum Path {
          #if DEBUG
            case debug(Debug)
          #endif

          @Core.CasePathable
          @dynamicMemberLookup
          @Core.ObservableState
          public enum State: Core.CaseReducerState, Swift.Equatable, Swift.Sendable {
            public typealias StateReducer = Path
            #if DEBUG
            case debug(Debug.State)
            #endif
          }

          @Core.CasePathable
          public enum Action: Swift.Hashable {
            #if DEBUG
            case debug(Debug.Action)
            #endif
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          public static var body: some Core.Reducer<Self.State, Self.Action> {
            #if DEBUG
            Core.ScopeCase(state: \Self.State.Cases.debug, action: \Self.Action.Cases.debug) {
              Debug()
            }
            #endif
          }

          public enum CaseScope {
            #if DEBUG
            case debug(Core.StoreOf<Debug>)
            #endif
          }

          @MainActor
          public static func scope(_ store: Core.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            #if DEBUG
            case .debug:
              return .debug(store.scope(state: \.debug, action: \.debug)!)
            #endif
            }
          }
        }

        extension Path: Core.CaseReducer, Core.Reducer {
        }
        """#,
      only: ["Reducer"]
    )
  }

  @Test func anEphemeralCaseNeedsOnePayload() {
    expectExpansion(
      #"""
      @Reducer
      enum Destination {
        @ReducerCaseEphemeral case alert
      }
      """#,
      is: #"""
        enum Destination {
          case alert

          @Core.CasePathable
          @dynamicMemberLookup
          @Core.ObservableState
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case alert
          }

          @Core.CasePathable
          enum Action {
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          static var body: some Core.Reducer<Self.State, Self.Action> {
            Core.EmptyReducer<Self.State, Self.Action>()
          }

          enum CaseScope {
            case alert
          }

          @MainActor
          static func scope(_ store: Core.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .alert:
              return .alert
            }
          }
        }

        extension Destination: Core.CaseReducer, Core.Reducer {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ReducerCaseEphemeral' needs one payload, the state that is shown",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@ReducerCaseEphemeral'")]
        )
      ],
      only: ["Reducer", "ReducerCaseEphemeral"],
      applying: ["Remove '@ReducerCaseEphemeral'"],
      fixed: #"""
        @Reducer
        enum Destination {
          case alert
        }
        """#
    )
  }

  @Test func marksAreForCases() {
    expectExpansion(
      #"""
      enum Destination {
        @ReducerCaseIgnored var body: Int { 1 }
      }
      """#,
      is: #"""
        enum Destination {
          var body: Int { 1 }
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ReducerCaseIgnored' can only be applied to a case of a '@Reducer' enum",
          line: 2,
          column: 3
        )
      ],
      only: ["ReducerCaseIgnored"]
    )
  }
}
