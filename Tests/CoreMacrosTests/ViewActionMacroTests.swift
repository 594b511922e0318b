import Testing

/// What `@ViewAction` makes of a source, and what it says.
struct ViewActionMacroTests {
  @Test func whatHoldsAStoreConforms() {
    expectExpansion(
      #"""
      @ViewAction(for: Feed.self)
      struct FeedScreen {
        let store: StoreOf<Feed>
      }
      """#,
      is: #"""
        struct FeedScreen {
          let store: StoreOf<Feed>
        }

        extension FeedScreen: Core.ViewActionSending {
        }
        """#,
      only: ["ViewAction"]
    )
  }

  @Test func aStoreIsNeeded() {
    expectExpansion(
      #"""
      @ViewAction(for: Feed.self)
      struct FeedScreen {
      }
      """#,
      is: #"""
        struct FeedScreen {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' requires a variable 'store' in 'FeedScreen' with a store of the feature",
          line: 1,
          column: 1
        )
      ],
      only: ["ViewAction"]
    )
  }

  @Test func aViewActionThatIsSentToTheStoreWarns() {
    expectExpansion(
      #"""
      @ViewAction(for: Feed.self)
      struct FeedScreen {
        let store: StoreOf<Feed>
        func refresh() {
          self.store.send(.view(.refresh(1)))
          store.send(.other)
        }
      }
      """#,
      is: #"""
        struct FeedScreen {
          let store: StoreOf<Feed>
          func refresh() {
            self.store.send(.view(.refresh(1)))
            store.send(.other)
          }
        }

        extension FeedScreen: Core.ViewActionSending {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'send' sends view actions; 'store.send' is not needed here",
          line: 5,
          column: 5,
          severity: .warning,
          fixIts: [FixItSpec(message: "Call 'send' with the view action")]
        )
      ],
      only: ["ViewAction"],
      applying: ["Call 'send' with the view action"],
      fixed: #"""
        @ViewAction(for: Feed.self)
        struct FeedScreen {
          let store: StoreOf<Feed>
          func refresh() {
            send(.refresh(1))
            store.send(.other)
          }
        }
        """#
    )
  }
}
