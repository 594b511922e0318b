import TodoShellCommands
import Core
import Testing
import TodoShellValues

@testable import TodoShellServers

/// Which action sets a part of the state, whatever is given as its path.
struct SettingActionTests {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
    var parts: IdentifiedArray<Int, Item> = []
  }

  indirect enum ItemAction {
    case binding(BindingAction<Item>)
    case parts(IdentifiedAction<Int, ItemAction>)
  }

  struct Detail: Equatable, Sendable {
    var note = ""
    var item = Item(id: 1)
  }

  enum DetailAction {
    case binding(BindingAction<Detail>)
    case item(ItemAction)
  }

  struct State: Equatable, Sendable {
    var count = 0
    var detail: Detail? = Detail()
    var child = Item(id: 2)
    var items: IdentifiedArray<Int, Item> = [Item(id: 7, parts: [Item(id: 3)]), Item(id: 8)]
    var tags = ["a"]
  }

  enum Action {
    case binding(BindingAction<State>)
    case detail(PresentationAction<DetailAction>)
    case child(ItemAction)
    case items(IdentifiedAction<Int, ItemAction>)
  }

  private let moment = Session<State, Action>(initialState: State()) { EmptyReducer() }.moment

  private func action(_ path: String, _ value: String) throws -> String? {
    let part = try DebugBreakpoints(of: FeatureTypes(state: State.self, action: Action.self)).expression(path)
    return SettingAction(part, at: AnyMoment(moment), of: Action.self).text(setting: value)
  }

  @Test(arguments: [
    ("count", "2", ".binding(.set(\\.count, 2))"), ("self.count", "2", ".binding(.set(\\.count, 2))"),
    ("child.title", "\"x\"", ".binding(.set(\\.child.title, \"x\"))"),
    ("detail?.note", "\"x\"", ".detail(.presented(.binding(.set(\\.note, \"x\"))))"),
    ("detail!.note", "\"x\"", ".detail(.presented(.binding(.set(\\.note, \"x\"))))"),
    ("detail?.item.isDone", "true", ".detail(.presented(.binding(.set(\\.item.isDone, true))))"),
    ("items[1].title", "\"x\"", ".items(.element(id: 8, action: .binding(.set(\\.title, \"x\"))))"),
    ("items[id: 7].isDone", "true", ".items(.element(id: 7, action: .binding(.set(\\.isDone, true))))"),
    (
      "items[0].parts[id: 3].title", "\"x\"",
      ".items(.element(id: 7, action: .parts(.element(id: 3, action: .binding(.set(\\.title, \"x\"))))))"
    ),
  ])
  func theActionIsTheBindingOfThePartOrOfItsChild(path: String, value: String, text: String) throws {
    #expect(try action(path, value) == text)
  }

  @Test(arguments: [
    ("count", "\"x\""), ("self", "1"), ("items[9].title", "\"x\""), ("items.count", "1"),
    ("tags[0]", "\"b\""),
    ("items[0]", "nil"), ("count + 1", "2"), ("-count", "2"), ("items.map(\\.title)", "[]"),
    ("effects", "[]"),
    ("count", ""), ("count", "1))"), ("[1]", "[2]"), ("(tags)[0]", "\"b\""),
  ])
  func noActionSetsOtherParts(path: String, value: String) throws {
    #expect(try action(path, value) == nil)
  }

  /// Every beginning of an expression, every one without some character, all tokens and pairs of them, deep nesting.
  static var malformed: [String] {
    let whole = [
      "items[0].title", "items[id: 7].parts[0].title", "detail?.item.title", "self.child.title",
      "detail!.note",
      "items.filter(\\.isDone && !\\.isDone)[0].title", "items[items[0].parts[0].id].title",
      "tags[count - 0]",
      "(child).title", "[child][0].title", "\"te\\\"xt\".count", "a ?? b[0]",
    ]
    var texts = whole.flatMap { text in
      text.indices.flatMap { index in
        var without = text
        without.remove(at: index)
        return [String(text[..<index]), String(text[index...]), without]
      }
    }
    let tokens = [
      "[", "]", "(", ")", "{", "}", ".", "?", "!", ",", ":", "\\", "\"", "'", "#", "$", "@", "-", "+", "&&",
      "..<",
      "0", "a", "items", "self", "nil", "\\.", "[0", "a[", "😀", "é", "\u{0}", "\n", " ", "_", "`", "`a`",
    ]
    texts += tokens + tokens.flatMap { first in tokens.map { first + $0 } }
    for depth in [2, 63, 64, 65, 255, 256, 257, 20_000] {
      for token in ["[", "(", "a[", "items[", "-", "!", "a.", "child.", "a?", "a!", "\\.", "items[0].parts["]
      {
        let open = String(repeating: token, count: depth)
        texts += [open, open + "a", open + "0" + String(repeating: "]", count: depth)]
      }
      texts.append("items[0]" + String(repeating: ".parts[0]", count: depth) + ".title")
    }
    return texts
  }

  @Test func malformedPartsAreRefused() throws {
    let texts = Self.malformed
    #expect(texts.count > 1_500)
    for text in texts {
      // Some of them are valid expressions.
      guard let part = try? Expression(parsing: SourceText(text)) else { continue }
      let setting = SettingAction(part, at: AnyMoment(moment), of: Action.self)
      for value in ["1", "[", ""] {
        guard let action = setting.text(setting: value) else { continue }
        #expect(throws: Never.self, "\(text)") {
          try ActionSyntax.action(Action.self, parsing: SourceText(action))
        }
      }
    }
  }
}
