import Testing

/// What `@Presents` makes of a source, and what it says.
struct PresentsMacroTests {
  @Test func presentedStateIsObserved() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        @Presents var destination: Destination.State?
      }
      """#,
      is: #"""
        @ObservableState
        struct State {
          var destination: Destination.State? {
            @storageRestrictions(initializes: _destination)
            init(initialValue) {
              _destination = Core.PresentationState(wrappedValue: initialValue)
            }
            get {
              if _$observationRegistrar.isTracking {
                _$observationRegistrar.access(self, keyPath: \.destination)
              }
              return _destination.wrappedValue
            }
            set {
              let isChange = _$observationRegistrar.isChange(from: _destination.wrappedValue, to: newValue)
              _destination.wrappedValue = newValue
              if _$observationRegistrar.wrote(), isChange {
                _$observationRegistrar.tellObservers(of: \.destination, in: self)
              }
            }
            _modify {
              let before = _$observationRegistrar.remember(_destination.wrappedValue)
              defer {
                if _$observationRegistrar.wrote(), _$observationRegistrar.isChange(from: before, to: _destination.wrappedValue) {
                  _$observationRegistrar.tellObservers(of: \.destination, in: self)
                }
              }
              yield &_destination.wrappedValue
            }
          }

          var $destination: Core.PresentationState<Destination.State> {
            get {
              if _$observationRegistrar.isTracking {
                _$observationRegistrar.access(self, keyPath: \.destination)
              }
              return _destination.projectedValue
            }
            set {
              let isChange = _$observationRegistrar.isChange(from: _destination.wrappedValue, to: newValue.wrappedValue)
              _destination.projectedValue = newValue
              if _$observationRegistrar.wrote(), isChange {
                _$observationRegistrar.tellObservers(of: \.destination, in: self)
              }
            }
          }

          private var _destination = Core.PresentationState<Destination.State>(wrappedValue: nil)
        }
        """#,
      only: ["Presents"]
    )
  }

  @Test func withoutObservationItIsStored() {
    expectExpansion(
      #"""
      struct State {
        @Presents public var alert: Optional<Alert> = Alert()
      }
      """#,
      is: #"""
        struct State {
          public var alert: Optional<Alert> {
            @storageRestrictions(initializes: _alert)
            init(initialValue) {
              _alert = Core.PresentationState(wrappedValue: initialValue)
            }
            get {
              _alert.wrappedValue
            }
            set {
              _alert.wrappedValue = newValue
            }
            _modify {
              yield &_alert.wrappedValue
            }
          }

          public var $alert: Core.PresentationState<Alert> {
            get {
              return _alert.projectedValue
            }
            set {
              _alert.projectedValue = newValue
            }
          }

          private var _alert = Core.PresentationState<Alert>(wrappedValue: Alert())
        }
        """#,
      only: ["Presents"]
    )
  }

  @Test func aConstantIsNeverDismissed() {
    expectExpansion(
      #"""
      struct State {
        @Presents let child: Child.State?
      }
      """#,
      is: #"""
        struct State {
          let child: Child.State?
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' can only be applied to a variable: a constant cannot be dismissed",
          line: 2,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        )
      ],
      only: ["Presents"],
      applying: ["Replace 'let' with 'var'"],
      fixed: #"""
        struct State {
          @Presents var child: Child.State?
        }
        """#
    )
  }

  @Test func theTypeIsOptional() {
    expectExpansion(
      #"""
      struct State {
        @Presents var child: Child.State
      }
      """#,
      is: #"""
        struct State {
          var child: Child.State
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' requires an optional type, which is nil while nothing is presented",
          line: 2,
          column: 24,
          fixIts: [FixItSpec(message: "Make 'Child.State' optional")]
        )
      ],
      only: ["Presents"],
      applying: ["Make 'Child.State' optional"],
      fixed: #"""
        struct State {
          @Presents var child: Child.State?
        }
        """#
    )
  }

  @Test func theTypeIsWritten() {
    expectExpansion(
      #"""
      struct State {
        @Presents var child = Child.State()
      }
      """#,
      is: #"""
        struct State {
          var child = Child.State()
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' requires a stored variable with a type, such as 'Child.State?'",
          line: 2,
          column: 3
        )
      ],
      only: ["Presents"]
    )
  }
}
