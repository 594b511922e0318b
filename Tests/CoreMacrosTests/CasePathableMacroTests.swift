import Testing

/// What `@CasePathable` makes of a source, and what it says.
struct CasePathableMacroTests {
  @Test func eachCaseHasAPath() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case idle
        case child(Child.Action)
        case element(id: Int, action: Self)
      }
      """#,
      is: #"""
        enum Action {
          case idle
          case child(Child.Action)
          case element(id: Int, action: Self)

          struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var idle: Core.AnyCasePath<Action, Void> {
              Core.AnyCasePath(
                generated: "idle",
                embed: { _ in
                  .idle
                },
                extract: {
                  if case .idle = $0 {
                    ()
                  } else {
                    nil
                  }
                }
              )
            }
            var child: Core.AnyCasePath<Action, Child.Action> {
              Core.AnyCasePath(
                generated: "child",
                embed: Action.child,
                extract: {
                  if case .child(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                }
              )
            }
            var element: Core.AnyCasePath<Action, (id: Int, action: Action)> {
              Core.AnyCasePath(
                generated: "element",
                embed: Action.element,
                extract: {
                  if case .element(let value0, let value1) = $0 {
                    (value0, value1)
                  } else {
                    nil
                  }
                }
              )
            }
            subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
              switch root {
              case .idle:
                return \.idle
              case .child:
                return \.child
              case .element:
                return \.element
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
              var paths: [Core.PartialCaseKeyPath<Action>] = []
              paths.append(\.idle)
              paths.append(\.child)
              paths.append(\.element)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func aPublicEnumHasPublicPaths() {
    expectExpansion(
      #"""
      @CasePathable
      public enum Action {
        case idle
      }
      """#,
      is: #"""
        public enum Action {
          case idle

          public struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            public var idle: Core.AnyCasePath<Action, Void> {
              Core.AnyCasePath(
                generated: "idle",
                embed: { _ in
                  .idle
                },
                extract: {
                  if case .idle = $0 {
                    ()
                  } else {
                    nil
                  }
                }
              )
            }
            public subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
              switch root {
              case .idle:
                return \.idle
              }
            }
            public func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
              var paths: [Core.PartialCaseKeyPath<Action>] = []
              paths.append(\.idle)
              return paths.makeIterator()
            }
          }

          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func conditionalAndUnavailableCasesAreRespected() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        #if DEBUG
          case debug
        #else
          case release(Int)
        #endif
        @available(*, deprecated) case old
        @available(*, unavailable) case gone
      }
      """#,
      is: #"""
        enum Action {
          #if DEBUG
            case debug
          #else
            case release(Int)
          #endif
          @available(*, deprecated) case old
          @available(*, unavailable) case gone

          struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            #if DEBUG
            var debug: Core.AnyCasePath<Action, Void> {
              Core.AnyCasePath(
                generated: "debug",
                embed: { _ in
                  .debug
                },
                extract: {
                  if case .debug = $0 {
                    ()
                  } else {
                    nil
                  }
                }
              )
            }
            #else
            var release: Core.AnyCasePath<Action, Int> {
              Core.AnyCasePath(
                generated: "release",
                embed: Action.release,
                extract: {
                  if case .release(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                }
              )
            }
            #endif
            @available(*, deprecated)
            var old: Core.AnyCasePath<Action, Void> {
              Core.AnyCasePath(
                generated: "old",
                embed: { _ in
                  .old
                },
                extract: {
                  if case .old = $0 {
                    ()
                  } else {
                    nil
                  }
                }
              )
            }
            @available(*, deprecated)
            subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
              switch root {
              #if DEBUG
              case .debug:
                return \.debug
              #else
              case .release:
                return \.release
              #endif
              case .old:
                return \.old
              }
            }
            @available(*, deprecated)
            func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
              var paths: [Core.PartialCaseKeyPath<Action>] = []
              #if DEBUG
              paths.append(\.debug)
              #else
              paths.append(\.release)
              #endif
              paths.append(\.old)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func anEnumWhoseNameIsShadowedIsReferredToByAnAlias() {
    for name in ["Element", "Iterator", "Root", "Cases", "Screen"] {
      let nested = name == "Screen" ? " struct Screen {}" : ""
      expectExpansion(
        """
        @CasePathable
        enum \(name) { case leaf(Int), last;\(nested) }
        """,
        is: #"""
          enum \#(name) { case leaf(Int), last;\#(nested) 

            typealias _$Self = Self

            struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              var leaf: Core.AnyCasePath<_$Self, Int> {
                Core.AnyCasePath(
                  generated: "leaf",
                  embed: _$Self.leaf,
                  extract: {
                    if case .leaf(let value0) = $0 {
                      value0
                    } else {
                      nil
                    }
                  }
                )
              }
              var last: Core.AnyCasePath<_$Self, Void> {
                Core.AnyCasePath(
                  generated: "last",
                  embed: { _ in
                    .last
                  },
                  extract: {
                    if case .last = $0 {
                      ()
                    } else {
                      nil
                    }
                  }
                )
              }
              subscript(root: _$Self) -> Core.PartialCaseKeyPath<_$Self> {
                switch root {
                case .leaf:
                  return \.leaf
                case .last:
                  return \.last
                }
              }
              func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<_$Self>]> {
                var paths: [Core.PartialCaseKeyPath<_$Self>] = []
                paths.append(\.leaf)
                paths.append(\.last)
                return paths.makeIterator()
              }
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension \#(name): Core.CasePathable {
          }
          """#,
        only: ["CasePathable"]
      )
    }
  }

  @Test func namesThatWouldMeanAnotherTypeAreKept() {
    expectExpansion(
      #"""
      @CasePathable
      enum Tree<Element> {
        case leaf([Element])
      }
      """#,
      is: #"""
        enum Tree<Element> {
          case leaf([Element])

          typealias _$Element = Element

          struct AllCasePaths: Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var leaf: Core.AnyCasePath<Tree, [_$Element]> {
              Core.AnyCasePath(
                generated: "leaf",
                embed: Tree.leaf,
                extract: {
                  if case .leaf(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                }
              )
            }
            subscript(root: Tree) -> Core.PartialCaseKeyPath<Tree> {
              switch root {
              case .leaf:
                return \.leaf
              case _:
                Swift.fatalError("No case is left")
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Tree>]> {
              var paths: [Core.PartialCaseKeyPath<Tree>] = []
              paths.append(\.leaf)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Tree: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func nestedEnumsHavePaths() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        enum Delegate { case done }
        enum CodingKeys: CodingKey { case id }
        enum Namespace {}
      }
      """#,
      is: #"""
        enum Action {
          @Core._NestedCasePathable
          enum Delegate { case done 
        }
          enum CodingKeys: CodingKey { case id 
        }
          enum Namespace {}

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

        extension Action: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func aBindableActionTellsItsBindings() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action: BindableAction {
        case binding(BindingAction<State>)
      }
      """#,
      is: #"""
        enum Action: BindableAction {
          case binding(BindingAction<State>)

          struct AllCasePaths: Core.BindingCasePaths, Core.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var binding: Core.AnyCasePath<Action, BindingAction<State>> {
              Core.AnyCasePath(
                generated: "binding",
                embed: Action.binding,
                extract: {
                  if case .binding(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                }
              )
            }
            subscript(root: Action) -> Core.PartialCaseKeyPath<Action> {
              switch root {
              case .binding:
                return \.binding
              case _:
                Swift.fatalError("No case is left")
              }
            }
            func makeIterator() -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<Action>]> {
              var paths: [Core.PartialCaseKeyPath<Action>] = []
              paths.append(\.binding)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: Core.CasePathable {
        }
        """#,
      only: ["CasePathable"]
    )
  }

  @Test func aStructHasNoCases() {
    expectExpansion(
      #"""
      @CasePathable
      struct State {}
      """#,
      is: #"""
        struct State {}
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' can only be applied to an enum",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Remove '@CasePathable'")]
        )
      ],
      only: ["CasePathable"],
      applying: ["Remove '@CasePathable'"],
      fixed: #"""
        struct State {}
        """#
    )
  }

  @Test func casesThatDifferInLabelsOnlyAreAnError() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case move(from: Int)
        case move(to: Int)
      }
      """#,
      is: #"""
        enum Action {
          case move(from: Int)
          case move(to: Int)
        }

        extension Action: Core.CasePathable {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' requires unique case names: 'move' is a duplicate",
          line: 4,
          column: 8
        )
      ],
      only: ["CasePathable"]
    )
  }
}
