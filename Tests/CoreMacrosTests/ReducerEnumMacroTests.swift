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

          @dynamicMemberLookup
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case detail(Detail.State)
            case settings(Settings.State)
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var detail: Core.AnyCasePath<State, Detail.State> {
                Core.AnyCasePath(
                  generated: "detail",
                  embed: State.detail,
                  extract: {
                    if case .detail(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var settings: Core.AnyCasePath<State, Settings.State> {
                Core.AnyCasePath(
                  generated: "settings",
                  embed: State.settings,
                  extract: {
                    if case .settings(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: State) -> Core.PartialCaseKeyPath<State> {
                switch root {
                case .detail:
                  return \.detail
                case .settings:
                  return \.settings
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<State>]> {
                var paths: [Core.PartialCaseKeyPath<State>] = []
                paths.append(\.detail)
                paths.append(\.settings)
                return paths.makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Core.ObservableStateID {
              switch self {
              case .detail(let value0):
                return Core.ObservableStateID.of(value0, inCase: 0)
              case .settings(let value0):
                return Core.ObservableStateID.of(value0, inCase: 1)
              case _:
                Swift.fatalError("No case is left")
              }
            }
          }

          enum Action: Core.CasePathable {
            case detail(Detail.Action)
            case settings(Settings.Action)
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var detail: Core.AnyCasePath<Action, Detail.Action> {
                Core.AnyCasePath(
                  generated: "detail",
                  embed: Action.detail,
                  extract: {
                    if case .detail(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var settings: Core.AnyCasePath<Action, Settings.Action> {
                Core.AnyCasePath(
                  generated: "settings",
                  embed: Action.settings,
                  extract: {
                    if case .settings(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
                switch root {
                case .detail:
                  return \.detail
                case .settings:
                  return \.settings
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
                var paths: [Core.PartialCaseKeyPath<Action>] = []
                paths.append(\.detail)
                paths.append(\.settings)
                return paths.makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          static var body: some Core.Reducer<Self.State, Self.Action> {
            Core.Scope(state: \Self.State.Cases.detail, action: \Self.Action.Cases.detail) {
              Detail()
            }
            Core.Scope(state: \Self.State.Cases.settings, action: \Self.Action.Cases.settings) {
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
            case _:
              Swift.fatalError("No case is left")
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

          @dynamicMemberLookup
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case alert(AlertState<Alert>)
            case question(Question)
            case help(page: Help)
            case link(URL)
            case pair(Int, b: String)
            case nothing
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var alert: Core.AnyCasePath<State, AlertState<Alert>> {
                Core.AnyCasePath(
                  generated: "alert",
                  embed: State.alert,
                  extract: {
                    if case .alert(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var question: Core.AnyCasePath<State, Question> {
                Core.AnyCasePath(
                  generated: "question",
                  embed: State.question,
                  extract: {
                    if case .question(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var help: Core.AnyCasePath<State, Help> {
                Core.AnyCasePath(
                  generated: "help",
                  embed: State.help,
                  extract: {
                    if case .help(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var link: Core.AnyCasePath<State, URL> {
                Core.AnyCasePath(
                  generated: "link",
                  embed: State.link,
                  extract: {
                    if case .link(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var pair: Core.AnyCasePath<State, (Int, b: String)> {
                Core.AnyCasePath(
                  generated: "pair",
                  embed: State.pair,
                  extract: {
                    if case .pair(let value0, let value1) = $0 {
                      (value0, value1)
                    } else {
                      nil
                    }
                  }
                )
              }
              var nothing: Core.AnyCasePath<State, Void> {
                Core.AnyCasePath(
                  generated: "nothing",
                  embed: { _ in
                    .nothing
                  },
                  extract: {
                    if case .nothing = $0 {
                      ()
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: State) -> Core.PartialCaseKeyPath<State> {
                switch root {
                case .alert:
                  return \.alert
                case .question:
                  return \.question
                case .help:
                  return \.help
                case .link:
                  return \.link
                case .pair:
                  return \.pair
                case .nothing:
                  return \.nothing
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<State>]> {
                var paths: [Core.PartialCaseKeyPath<State>] = []
                paths.append(\.alert)
                paths.append(\.question)
                paths.append(\.help)
                paths.append(\.link)
                paths.append(\.pair)
                paths.append(\.nothing)
                return paths.makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Core.ObservableStateID {
              switch self {
              case .alert(let value0):
                return Core.ObservableStateID.of(value0, inCase: 0)
              case .question(let value0):
                return Core.ObservableStateID.of(value0, inCase: 1)
              case .help(let value0):
                return Core.ObservableStateID.of(value0, inCase: 2)
              case .link(let value0):
                return Core.ObservableStateID.of(value0, inCase: 3)
              case .pair(let value0, let value1):
                return Core.ObservableStateID.of((value0, value1), inCase: 4)
              case .nothing:
                return Core.ObservableStateID.absent.inCase(5)
              }
            }
          }

          enum Action: Core.CasePathable {
            case alert(AlertState<Alert>.Action)
            case question(Question.Action)
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var alert: Core.AnyCasePath<Action, AlertState<Alert>.Action> {
                Core.AnyCasePath(
                  generated: "alert",
                  embed: Action.alert,
                  extract: {
                    if case .alert(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var question: Core.AnyCasePath<Action, Question.Action> {
                Core.AnyCasePath(
                  generated: "question",
                  embed: Action.question,
                  extract: {
                    if case .question(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
                switch root {
                case .alert:
                  return \.alert
                case .question:
                  return \.question
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
                var paths: [Core.PartialCaseKeyPath<Action>] = []
                paths.append(\.alert)
                paths.append(\.question)
                return paths.makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
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

          @dynamicMemberLookup
          public enum State: Core.CaseReducerState, Swift.Equatable, Swift.Sendable {
            public typealias StateReducer = Path
            #if DEBUG
            case debug(Debug.State)
            #endif
            public struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              #if DEBUG
              public var debug: Core.AnyCasePath<State, Debug.State> {
                Core.AnyCasePath(
                  generated: "debug",
                  embed: State.debug,
                  extract: {
                    if case .debug(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              #endif
              public subscript(root: State) -> Core.PartialCaseKeyPath<State> {
                switch root {
                #if DEBUG
                case .debug:
                  return \.debug
                #endif
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              public func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<State>]> {
                var paths: [Core.PartialCaseKeyPath<State>] = []
                #if DEBUG
                paths.append(\.debug)
                #endif
                return paths.makeIterator()
              }
            }
            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            public var _$id: Core.ObservableStateID {
              switch self {
              #if DEBUG
              case .debug(let value0):
                return Core.ObservableStateID.of(value0, inCase: 0)
              #endif
              case _:
                Swift.fatalError("No case is left")
              }
            }
          }

          public enum Action: Core.CasePathable, Swift.Hashable {
            #if DEBUG
            case debug(Debug.Action)
            #endif
            public struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              #if DEBUG
              public var debug: Core.AnyCasePath<Action, Debug.Action> {
                Core.AnyCasePath(
                  generated: "debug",
                  embed: Action.debug,
                  extract: {
                    if case .debug(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              #endif
              public subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
                switch root {
                #if DEBUG
                case .debug:
                  return \.debug
                #endif
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              public func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
                var paths: [Core.PartialCaseKeyPath<Action>] = []
                #if DEBUG
                paths.append(\.debug)
                #endif
                return paths.makeIterator()
              }
            }
            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          @Core.ReducerBuilder<Self.State, Self.Action>
          public static var body: some Core.Reducer<Self.State, Self.Action> {
            #if DEBUG
            Core.Scope(state: \Self.State.Cases.debug, action: \Self.Action.Cases.debug) {
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
            case _:
              Swift.fatalError("No case is left")
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

          @dynamicMemberLookup
          enum State: Core.CaseReducerState {
            typealias StateReducer = Destination
            case alert
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var alert: Core.AnyCasePath<State, Void> {
                Core.AnyCasePath(
                  generated: "alert",
                  embed: { _ in
                    .alert
                  },
                  extract: {
                    if case .alert = $0 {
                      ()
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: State) -> Core.PartialCaseKeyPath<State> {
                switch root {
                case .alert:
                  return \.alert
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<State>]> {
                var paths: [Core.PartialCaseKeyPath<State>] = []
                paths.append(\.alert)
                return paths.makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
            var _$id: Core.ObservableStateID {
              switch self {
              case .alert:
                return Core.ObservableStateID.absent.inCase(0)
              }
            }
          }

          enum Action: Core.CasePathable {
            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
                switch root {
                case _:
                  Swift.fatalError("No case is left")
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
                [].makeIterator()
              }
            }
            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
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
          message: "'@ReducerCaseEphemeral' requires a single payload, the state to present",
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
