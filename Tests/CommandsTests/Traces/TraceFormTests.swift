import Core
import Testing
import TodoShellValues

@testable import TodoShellCommands

/// Traces in the forms that each tool gives them, written by hand after the tools' documents.
struct TraceFormTests {
  private struct Account {
    var owner = "ann"
    var balance = -3
    var limits = ["day": 100, "night": -1]
  }

  private enum Status {
    case open
    case frozen(since: Int)
    case moved(Int, String)
  }

  private struct Square: Hashable { var x = 0, y = 0 }

  /// What a variable is in a state: as the text of the specification, and as a value that it describes.
  private struct Fact {
    let name: String
    let text: String
    let value: Any?

    init(_ name: String, _ text: String, _ value: Any?) {
      (self.name, self.text, self.value) = (name, text, value)
    }
  }

  private func check(_ json: String, loop: Int? = nil, _ states: [[Fact]]) throws {
    let trace = try SpecificationTrace(Array(json.utf8), path: "a.itf.json")
    #expect(trace.loop == loop)
    try #require(trace.states.count == states.count)
    for (index, facts) in states.enumerated() {
      for fact in facts {
        let value = try #require(trace.states[index][fact.name], "\(fact.name) in state \(index)")
        #expect(value.text == fact.text, "state \(index)")
        #expect(value.describes(TraceValue(fact.value)), "\(fact.name) = \(fact.text) in state \(index)")
        #expect(try TraceValue(value.json, at: []) == value, "it is written as it was read")
      }
    }
  }

  @Test func quint() throws {
    let huge = "-170141183460469231731687303715884105728"
    try check(
      ##"""
      {"#meta":{"format":"ITF","format-description":"https://apalache-mc.org/docs/adr/015adr-trace.html","source":"bank.qnt",
       "status":"violation","description":"Created by Quint on Thu Nov 26 2026","timestamp":1795651200000},
       "vars":["account","seen","queue","grid","status","pair","big","mbt::actionTaken","mbt::nondetPicks"],
       "states":[
      {"#meta":{"index":0},"account":{"balance":{"#bigint":"-3"},"limits":{"#map":[["day",{"#bigint":"100"}],["night",{"#bigint":"-1"}]]},"owner":"ann"},
       "seen":{"#set":[]},"queue":[],"grid":{"#map":[]},"status":{"tag":"Open","value":{"#tup":[]}},
       "pair":{"#tup":[{"#bigint":"1"},"a"]},"big":{"#bigint":"-170141183460469231731687303715884105728"},
       "mbt::actionTaken":"init","mbt::nondetPicks":{"amount":{"tag":"None","value":{"#tup":[]}}}},
      {"#meta":{"index":1},"account":{"owner":"ann"},
       "seen":{"#set":[{"#set":[]},{"#set":[{"#bigint":"2"}]}]},"queue":[{"#tup":[]},{"#tup":[]}],
       "grid":{"#map":[[{"x":{"#bigint":"1"},"y":{"#bigint":"2"}},true]]},
       "status":{"tag":"Frozen","value":{"since":{"#bigint":"7"}}},"pair":{"#tup":[]},"big":{"#bigint":"0"},
       "mbt::actionTaken":"freeze","mbt::nondetPicks":{"amount":{"tag":"Some","value":{"#bigint":"7"}},
        "who":{"tag":"Some","value":{"#tup":[{"#bigint":"1"},"b"]}}}}
      ]}
      """##,
      [
        [
          Fact(
            "account",
            #"{ balance: -3, limits: Map("day" -> 100, "night" -> -1), owner: "ann" }"#,
            Account()
          ),
          Fact("seen", "Set()", Set<Int>()), Fact("queue", "[]", [Int]()),
          Fact("grid", "Map()", [Square: Bool]()), Fact("status", "Open", Status.open),
          Fact("pair", #"(1, "a")"#, (1, "a")), Fact("big", huge, Int128.min),
          Fact("mbt::actionTaken", #""init""#, "init"),
        ],
        [
          Fact("account", #"{ owner: "ann" }"#, Account()),
          Fact("seen", "Set(Set(), Set(2))", Set<Set<Int>>([[2], []])),
          Fact("queue", "[(), ()]", [[Int](), []]),
          Fact("grid", "Map({ x: 1, y: 2 } -> true)", [Square(x: 1, y: 2): true]),
          Fact("status", "Frozen({ since: 7 })", Status.frozen(since: 7)), Fact("pair", "()", [Int]()),
          Fact("big", "0", 0),
        ],
      ]
    )
  }

  @Test func apalache() throws {
    try check(
      ##"""
      {"#meta":{"format":"ITF","format-description":"https://apalache-mc.org/docs/adr/015adr-trace.html",
       "varTypes":{"clock":"Int","msgs":"Set({ src: PID, val: Int })"},"description":"Created by Apalache on Thu Nov 26 2026"},
       "params":["N"],"vars":["clock","msgs","history","board","status","file","all","action_taken"],"loop":1,
       "states":[
      {"#meta":{"index":0},"N":{"#bigint":"3"},"clock":{"#bigint":"9007199254740993"},"msgs":{"#set":[]},"history":[],
       "board":{"#map":[[{"#tup":[1,2]},"x"],[{"#tup":[-1,0]},"o"]]},"status":{"tag":"Open","value":"U_OF_UNIT"},
       "file":{"#meta":{"type":"record"},"name":"a","parts":[{"size":1},{"size":-1}]},
       "all":{"#unserializable":"Int"},"action_taken":"Init"},
      {"#meta":{"index":1},"clock":-1,"msgs":{"#set":[{"src":"p_OF_PID","val":{"#bigint":"2"}}]},"history":[[],[1]],
       "board":{"#map":[[1,"x"],[2,"o"]]},"status":{"tag":"Moved","value":{"#tup":[1,"b"]}},
       "file":{"name":"","parts":[]},"all":{"#set":[]},"action_taken":"Next"}
      ]}
      """##,
      loop: 1,
      [
        [
          Fact("clock", "9007199254740993", 9_007_199_254_740_993), Fact("msgs", "Set()", Set<Int>()),
          Fact("history", "[]", [[Int]]()),
          Fact("board", #"Map((1, 2) -> "x", (-1, 0) -> "o")"#, [[1, 2]: "x", [-1, 0]: "o"]),
          Fact("status", "Open", Status.open), Fact("N", "3", 3),
        ],
        [
          Fact("clock", "-1", -1), Fact("history", "[[], [1]]", [[Int](), [1]]),
          Fact("board", #"Map(1 -> "x", 2 -> "o")"#, ["x", "o"]),
          Fact("status", #"Moved((1, "b"))"#, Status.moved(1, "b")), Fact("all", "Set()", Set<Int>()),
        ],
      ]
    )
  }

  /// What converters of its traces write: numbers as such, functions as maps, model values as texts.
  @Test func tlc() throws {
    try check(
      ##"""
      {"vars":["pc","owner","queue","grid","flags"],"states":[
      {"pc":{"#map":[["p1","ncs"],["p2","cs"]]},"owner":"defaultInitValue","queue":[],"grid":{"#map":[[{"#tup":[1,1]},0]]},
       "flags":{"#set":[true,false]}},
      {"pc":{"#map":[]},"owner":"p1","queue":[{"#set":[]},{"#set":["p1"]}],"grid":{"#map":[[0,"a"],[1,"b"]]},"flags":{"#set":[]}}
      ]}
      """##,
      [
        [
          Fact("pc", #"Map("p1" -> "ncs", "p2" -> "cs")"#, ["p1": "ncs", "p2": "cs"]),
          Fact("queue", "[]", [Int]()),
          Fact("grid", "Map((1, 1) -> 0)", [[1, 1]: 0]),
          Fact("flags", "Set(true, false)", Set([false, true])),
        ],
        [
          Fact("pc", "Map()", [String: String]()),
          Fact("queue", #"[Set(), Set("p1")]"#, [Set<String>(), Set(["p1"])]),
          Fact("grid", #"Map(0 -> "a", 1 -> "b")"#, ["a", "b"]), Fact("flags", "Set()", Set<Bool>()),
        ],
      ]
    )
  }

  @Test func anEmptyListIsNoEmptySet() throws {
    let list = try TraceValue(JSON(parsing: "[]".utf8), at: [])
    #expect(!list.describes(TraceValue(Set<Int>())))
    #expect(!list.describes(TraceValue([Int: Int]())))
    #expect(list != .set([]) && list != .tuple([]) && list != .map([]))
  }
}
