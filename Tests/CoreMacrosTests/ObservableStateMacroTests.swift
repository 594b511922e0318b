import Testing

/// What `@ObservableState` makes of a source, and what it says.
struct ObservableStateMacroTests {
  @Test func storedVariablesAreTracked() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        let id: Int
        var count = 0
        var double: Int { count * 2 }
        static var shared = 1
        lazy var cache = 2
        @Shared var total: Int
        @ObservationStateIgnored var ignored = 3
      }
      """#,
      is: #"""
        struct State {
          let id: Int
          @Core.ObservationStateTracked
          var count = 0
          var double: Int { count * 2 }
          static var shared = 1
          lazy var cache = 2
          @Shared var total: Int
          @ObservationStateIgnored var ignored = 3

          var _$observationRegistrar = Core.ObservationStateRegistrar()

          var _$id: Core.ObservableStateID {
            _$observationRegistrar.id
          }

          static var dumpFields: [Core.DumpField<State>] {
            var fields: [Core.DumpField<State>] = []
            fields.append(Core.DumpField("id", \Self.id) {
                $0.id
              })
            fields.append(Core.DumpField("count", \Self.count) {
                $0._count
              } set: {
                $0.count = $1
              } modify: {
                $1(&$0.count)
              } initial: {
                0
              })
            fields.append(Core.DumpField(shared: "total", \Self.total) {
                $0._total
              })
            fields.append(Core.DumpField("ignored", \Self.ignored) {
                $0.ignored
              } set: {
                $0.ignored = $1
              } modify: {
                $1(&$0.ignored)
              } initial: {
                3
              })
            return fields
          }

          static var computedFields: [Core.DumpField<State>] {
            var fields: [Core.DumpField<State>] = []
            fields.append(Core.DumpField("double", \Self.double))
            return fields
          }
        }

        extension State: Core.ObservableState, Observation.Observable, Core.DumpFieldsProviding {
        }
        """#,
      only: ["ObservableState"]
    )
  }

  @Test func accessorsTellWhoObserves() {
    expectExpansion(
      #"""
      struct State {
        @ObservationStateTracked public private(set) var count: Int = 0
      }
      """#,
      is: #"""
        struct State {
          public private(set) var count: Int {
            @storageRestrictions(initializes: _count)
            init(initialValue) {
              _count = initialValue
            }
            get {
              if _$observationRegistrar.isTracking {
                _$observationRegistrar.access(self, keyPath: \.count)
              }
              return _count
            }
            set {
              let isChange = _$observationRegistrar.isChange(from: _count, to: newValue)
              _count = newValue
              if _$observationRegistrar.wrote(), isChange {
                _$observationRegistrar.tellObservers(of: \.count, in: self)
              }
            }
            _modify {
              let before = _$observationRegistrar.remember(_count)
              defer {
                if _$observationRegistrar.wrote(), _$observationRegistrar.isChange(from: before, to: _count) {
                  _$observationRegistrar.tellObservers(of: \.count, in: self)
                }
              }
              yield &_count
            }
          }

          private var _count: Int = 0
        }
        """#,
      only: ["ObservationStateTracked"]
    )
  }

  @Test func aCodableStateWithKeysOfItsOwnIsCodedFieldByField() {
    expectExpansion(
      #"""
      @ObservableState
      public struct State: Codable {
        let id: Int
        var count = 0
        @Shared var total: Int
        var cache = 1
        enum CodingKeys: String, CodingKey {
          case id, count
          case total = "sum"
        }
      }
      """#,
      is: #"""
        public struct State: Codable {
          let id: Int
          @Core.ObservationStateTracked
          var count = 0
          @Shared var total: Int
          @Core.ObservationStateTracked
          var cache = 1
          enum CodingKeys: String, CodingKey {
            case id, count
            case total = "sum"
          }

          public var _$observationRegistrar = Core.ObservationStateRegistrar()

          public var _$id: Core.ObservableStateID {
            _$observationRegistrar.id
          }

          public static var dumpFields: [Core.DumpField<State>] {
            var fields: [Core.DumpField<State>] = []
            fields.append(Core.DumpField("id", \Self.id) {
                $0.id
              })
            fields.append(Core.DumpField("count", \Self.count) {
                $0._count
              } set: {
                $0.count = $1
              } modify: {
                $1(&$0.count)
              } initial: {
                0
              })
            fields.append(Core.DumpField(shared: "total", \Self.total) {
                $0._total
              })
            fields.append(Core.DumpField("cache", \Self.cache) {
                $0._cache
              } set: {
                $0.cache = $1
              } modify: {
                $1(&$0.cache)
              } initial: {
                1
              })
            return fields
          }
        }

        extension State: Core.ObservableState, Observation.Observable, Core.DumpFieldsProviding {
        }

        extension State: Core.FieldDecodable {
          public init(decodingFields decoder: any Swift.Decoder) throws {
            let fields = Core.DecodedFields(try decoder.container(keyedBy: CodingKeys.self))
            self.id = try fields.decode(.id)
            self._count = try fields.decode(.count)
            self._total = try fields.decode(.total)
          }
        }

        extension State: Core.FieldEncodable {
          public func encodeFields(to encoder: any Swift.Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encodeIfPresent(id, forKey: .id)
            try fields.encodeIfPresent(_count, forKey: .count)
            try fields.encodeIfPresent(_total, forKey: .total)
          }
        }
        """#,
      only: ["ObservableState"]
    )
  }

  /// Fields without a value that no key leads to, or keys without a field: only its author knows how to code it.
  @Test(arguments: ["case id", "case id, count, other"])
  func aStateThatIsCodedByItsAuthorIsLeftAlone(_ cases: String) {
    expectExpansion(
      #"""
      @ObservableState
      struct State: Decodable {
        let id: Int
        let count: Int
        enum CodingKeys: CodingKey {
          \#(cases)
        }
      }
      """#,
      is: #"""
        struct State: Decodable {
          let id: Int
          let count: Int
          enum CodingKeys: CodingKey {
            \#(cases)
          }

          var _$observationRegistrar = Core.ObservationStateRegistrar()

          var _$id: Core.ObservableStateID {
            _$observationRegistrar.id
          }

          static var dumpFields: [Core.DumpField<State>] {
            var fields: [Core.DumpField<State>] = []
            fields.append(Core.DumpField("id", \Self.id) {
                $0.id
              })
            fields.append(Core.DumpField("count", \Self.count) {
                $0.count
              })
            return fields
          }
        }

        extension State: Core.ObservableState, Observation.Observable, Core.DumpFieldsProviding {
        }
        """#,
      only: ["ObservableState"]
    )
  }

  @Test func aCodableStateKeepsItsKeys() {
    expectExpansion(
      #"""
      @ObservableState
      public struct State: Codable {
        let id: Int
        #if DEBUG
          var debug = false
        #endif
        var count = 0
      }
      """#,
      is: #"""
        public struct State: Codable {
          let id: Int
          #if DEBUG
            var debug = false
          #endif
          @Core.ObservationStateTracked
          var count = 0

          public var _$observationRegistrar = Core.ObservationStateRegistrar()

          public var _$id: Core.ObservableStateID {
            _$observationRegistrar.id
          }

          public static var dumpFields: [Core.DumpField<State>] {
            var fields: [Core.DumpField<State>] = []
            fields.append(Core.DumpField("id", \Self.id) {
                $0.id
              })
            #if DEBUG
            fields.append(Core.DumpField("debug", \Self.debug) {
                $0._debug
              } set: {
                $0.debug = $1
              } modify: {
                $1(&$0.debug)
              } initial: {
                false
              })
            #endif
            fields.append(Core.DumpField("count", \Self.count) {
                $0._count
              } set: {
                $0.count = $1
              } modify: {
                $1(&$0.count)
              } initial: {
                0
              })
            return fields
          }

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case id
            #if DEBUG
            case _debug = "debug"
            #endif
            case _count = "count"
          }
        }

        extension State: Core.ObservableState, Observation.Observable, Core.DumpFieldsProviding {
        }
        """#,
      only: ["ObservableState"]
    )
  }

  @Test func anEnumIsItsPayload() {
    expectExpansion(
      #"""
      @ObservableState
      enum State {
        case child(Child.State)
        case pair(Int, Int)
        case none
      }
      """#,
      is: #"""
        enum State {
          case child(Child.State)
          case pair(Int, Int)
          case none

          var _$id: Core.ObservableStateID {
            switch self {
            case .child(let value0):
              return Core.ObservableStateID.of(value0, inCase: 0)
            case .pair(let value0, let value1):
              return Core.ObservableStateID.of((value0, value1), inCase: 1)
            case .none:
              return Core.ObservableStateID.absent.inCase(2)
            }
          }
        }

        extension State: Core.ObservableState {
        }
        """#,
      only: ["ObservableState"]
    )
  }

  @Test func aClassIsNoValue() {
    expectExpansion(
      #"""
      @ObservableState
      class State {
      }
      """#,
      is: #"""
        class State {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' makes values observable: it cannot be applied to class 'State'",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'class' with 'struct'"),
            FixItSpec(message: "Remove '@ObservableState'"),
          ]
        )
      ],
      only: ["ObservableState"],
      applying: ["Replace 'class' with 'struct'"],
      fixed: #"""
        @ObservableState
        struct State {
        }
        """#
    )
  }

  @Test func anActorIsNoValue() {
    expectExpansion(
      #"""
      @ObservableState
      actor State {
      }
      """#,
      is: #"""
        actor State {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' can only be applied to a struct or an enum",
          line: 1,
          column: 1,
          fixIts: [
            FixItSpec(message: "Replace 'actor' with 'struct'"),
            FixItSpec(message: "Remove '@ObservableState'"),
          ]
        )
      ],
      only: ["ObservableState"],
      applying: ["Replace 'actor' with 'struct'"],
      fixed: #"""
        @ObservableState
        struct State {
        }
        """#
    )
  }

  @Test func fieldsAreDeclaredByThemselves() {
    expectExpansion(
      #"""
      @ObservableState
      struct State {
        var a = 1, b = 2
      }
      """#,
      is: #"""
        struct State {
          var a = 1, b = 2

          var _$observationRegistrar = Core.ObservationStateRegistrar()

          var _$id: Core.ObservableStateID {
            _$observationRegistrar.id
          }

          static var dumpFields: [Core.DumpField<State>] {
            let fields: [Core.DumpField<State>] = []
            return fields
          }
        }

        extension State: Core.ObservableState, Observation.Observable, Core.DumpFieldsProviding {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' requires a separate declaration for each field",
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Declare each field separately")]
        )
      ],
      only: ["ObservableState"],
      applying: ["Declare each field separately"],
      fixed: #"""
        @ObservableState
        struct State {
          var a = 1
          var b = 2
        }
        """#
    )
  }
}
