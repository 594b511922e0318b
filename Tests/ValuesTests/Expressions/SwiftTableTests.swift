import Core
import Foundation
import Testing

@testable import TodoShellValues

/// The expressions that Swift developers type first, from the documentation of the standard library and of
/// Foundation: they have the same values as when they are compiled.
struct SwiftTableTests {
  @Test(arguments: Planner().rows)
  func anExpressionHasTheSameValueAsInSwift(row: Row) throws {
    #expect(try evaluate(row.text, in: Planner()).formatted() == row.swift)
  }

  @Test(arguments: Planner().decisions)
  func aDecidedDifferenceFromSwiftHolds(decision: Decision) throws {
    #expect(try evaluate(decision.text, in: Planner()).formatted() == decision.ours, "\(decision.reason)")
    #expect(decision.swift != decision.ours, "no longer a decision: move it to the rows")
  }

  @Test func theTableIsLargeAndHasNoDuplicates() {
    let texts = Planner().rows.map(\.text) + Planner().decisions.map(\.text)
    #expect(texts.count >= 150)
    #expect(Set(texts).count == texts.count)
  }

  /// An expression, and the value of the same text in Swift.
  struct Row: CustomTestStringConvertible {
    let text: String
    let swift: String

    init(_ text: String, _ value: () -> some Any) {
      (self.text, swift) = (text, ExpressionValue(Value(flattening: value())).formatted())
    }

    var testDescription: String { text }
  }

  /// An expression whose value differs from Swift's, and why.
  struct Decision: CustomTestStringConvertible {
    let text: String
    let ours: String
    /// `nil` if it does not compile, or its value differs from run to run.
    var swift: String?
    let reason: String

    init(_ text: String, _ ours: String, because reason: String) {
      (self.text, self.ours, self.reason) = (text, ours, reason)
    }

    init(_ text: String, _ ours: String, because reason: String, _ value: () -> some Any) {
      self.init(text, ours, because: reason)
      swift = Row(text, value).swift
    }

    var testDescription: String { text }
  }

  /// A list of rows that the compiler checks one by one; an array literal of them takes it minutes.
  @resultBuilder
  enum Table<Entry> {
    static func buildPartialBlock(first: Entry) -> [Entry] { [first] }
    static func buildPartialBlock(accumulated: [Entry], next: Entry) -> [Entry] { accumulated + [next] }
  }
}

// Inside the state, so that a row's two texts are the same.
extension Planner {
  fileprivate typealias Row = SwiftTableTests.Row
  fileprivate typealias Decision = SwiftTableTests.Decision

  fileprivate var rows: [Row] {
    lists + closures + dictionaries + texts + numbersAndOperators + optionals + others
  }

  @SwiftTableTests.Table<Row> private var lists: [Row] {
    Row("todos.count") { todos.count }
    Row("todos.isEmpty") { todos.isEmpty }
    Row("todos[0].title") { todos[0].title }
    Row("todos[id: 1]?.title") { todos[id: 1]?.title }
    Row("todos[id: 9]?.title") { todos[id: 9]?.title }
    Row("todos.first?.title") { todos.first?.title }
    Row("todos.last!.title") { todos.last!.title }
    Row("numbers.first") { numbers.first }
    Row("empty.last") { empty.last }
    Row("numbers[numbers.count - 1]") { numbers[numbers.count - 1] }
    Row("numbers + [4, 5]") { numbers + [4, 5] }
    Row("numbers == [3, 1, 2, 3]") { numbers == [3, 1, 2, 3] }
    Row("numbers.contains(2)") { numbers.contains(2) }
    Row("numbers.firstIndex(of: 3)") { numbers.firstIndex(of: 3) }
    Row("numbers.lastIndex(of: 3)") { numbers.lastIndex(of: 3) }
    Row("numbers.min()") { numbers.min() }
    Row("empty.max()") { empty.max() }
    Row("numbers.sorted()") { numbers.sorted() }
    Row("numbers.sorted(by: >)") { numbers.sorted(by: >) }
    Row("Array(numbers.reversed())") { Array(numbers.reversed()) }
    Row("numbers.reduce(0, +)") { numbers.reduce(0, +) }
    Row("negatives.reduce(1, *)") { negatives.reduce(1, *) }
    Row("ratios.reduce(0, +)") { ratios.reduce(0, +) }
    Row("numbers.prefix(2)") { numbers.prefix(2) }
    Row("numbers.suffix(2)") { numbers.suffix(2) }
    Row("numbers.dropFirst()") { numbers.dropFirst() }
    Row("numbers.dropLast(2)") { numbers.dropLast(2) }
    Row("numbers[1...]") { numbers[1...] }
    Row("numbers[..<2]") { numbers[..<2] }
    Row("numbers[1..<3].count") { numbers[1..<3].count }
    Row("Array(numbers[0...1])") { Array(numbers[0...1]) }
    Row("numbers.indices.last") { numbers.indices.last }
    Row(#"words.joined(separator: ", ")"#) { words.joined(separator: ", ") }
    Row("nested.flatMap { $0 }") { nested.flatMap { $0 } }
    Row(#"nested.map(\.count)"#) { nested.map(\.count) }
    Row("nested[0][1]") { nested[0][1] }
    Row("Set(numbers).count") { Set(numbers).count }
    Row("Set(numbers).sorted()") { Set(numbers).sorted() }
    Row(#"tags.contains("a")"#) { tags.contains("a") }
    Row(#"tags.isSubset(of: ["a", "b", "c", "d"])"#) { tags.isSubset(of: ["a", "b", "c", "d"]) }
    Row(#"tags.union(["z"]).count"#) { tags.union(["z"]).count }
    Row(#"tags.intersection(["a", "z"])"#) { tags.intersection(["a", "z"]) }
    Row(#"tags == ["a", "b", "c"]"#) { tags == ["a", "b", "c"] }
    Row("numbers.count > 2 ? numbers[2] : 0") { numbers.count > 2 ? numbers[2] : 0 }
  }

  @SwiftTableTests.Table<Row> private var closures: [Row] {
    Row("todos.filter { $0.isComplete }.count") { todos.filter { $0.isComplete }.count }
    Row("todos.filter { !$0.isComplete && $0.count > 1 }.map { $0.title }") {
      todos.filter { !$0.isComplete && $0.count > 1 }.map { $0.title }
    }
    Row(#"todos.filter(\.isComplete).map(\.title)"#) { todos.filter(\.isComplete).map(\.title) }
    Row("todos.map { todo in todo.title.count }") { todos.map { todo in todo.title.count } }
    Row(#"todos.first { $0.title == "eggs" }?.count"#) { todos.first { $0.title == "eggs" }?.count }
    Row("todos.first(where: { $0.count > 99 }) == nil") { todos.first(where: { $0.count > 99 }) == nil }
    Row(#"todos.last(where: \.isComplete)?.id"#) { todos.last(where: \.isComplete)?.id }
    Row("todos.contains { $0.note == nil }") { todos.contains { $0.note == nil } }
    Row(#"todos.contains(where: { $0.tags.contains("food") })"#) {
      todos.contains(where: { $0.tags.contains("food") })
    }
    Row("todos.allSatisfy { !$0.title.isEmpty }") { todos.allSatisfy { !$0.title.isEmpty } }
    Row("todos.firstIndex { $0.id == 2 }") { todos.firstIndex { $0.id == 2 } }
    Row("todos.reduce(0) { $0 + $1.count }") { todos.reduce(0) { $0 + $1.count } }
    Row(#"todos.reduce("") { text, todo in text + todo.title.prefix(1) }"#) {
      todos.reduce("") { text, todo in text + todo.title.prefix(1) }
    }
    Row(#"todos.map(\.count).reduce(0, +) / todos.count"#) { todos.map(\.count).reduce(0, +) / todos.count }
    Row(#"todos.sorted { $0.title < $1.title }.map(\.title)"#) {
      todos.sorted { $0.title < $1.title }.map(\.title)
    }
    Row("todos.sorted(by: { $0.count > $1.count }).first?.title") {
      todos.sorted(by: { $0.count > $1.count }).first?.title
    }
    Row("todos.max { $0.count < $1.count }?.title") { todos.max { $0.count < $1.count }?.title }
    Row("todos.min(by: { $0.title.count < $1.title.count })?.id") {
      todos.min(by: { $0.title.count < $1.title.count })?.id
    }
    Row(#"todos.compactMap(\.note)"#) { todos.compactMap(\.note) }
    Row("todos.compactMap { $0.note.flatMap { Int($0) } }") {
      todos.compactMap { $0.note.flatMap { Int($0) } }
    }
    Row(#"todos.flatMap(\.tags)"#) { todos.flatMap(\.tags) }
    Row(#"todos.map { $0.isComplete ? "x" : "-" }.joined()"#) {
      todos.map { $0.isComplete ? "x" : "-" }.joined()
    }
    Row(#"todos.map { "\($0.id): \($0.title)" }"#) { todos.map { "\($0.id): \($0.title)" } }
    Row(#"todos.filter { todo in todo.tags.contains { $0.count == todo.tags.count + 2 } }.map(\.id)"#) {
      todos.filter { todo in todo.tags.contains { $0.count == todo.tags.count + 2 } }.map(\.id)
    }
    Row("todos.filter { $0.id == favorite?.id }.count") { todos.filter { $0.id == favorite?.id }.count }
    Row("numbers.map { $0 * 2 }") { numbers.map { $0 * 2 } }
    Row(#"numbers.map { String($0) }.joined(separator: "-")"#) {
      numbers.map { String($0) }.joined(separator: "-")
    }
    Row(#"numbers.map(\.description)"#) { numbers.map(\.description) }
    Row("numbers.filter { $0.isMultiple(of: 2) }") { numbers.filter { $0.isMultiple(of: 2) } }
    Row("numbers.filter { $0 % 2 == 1 }.count") { numbers.filter { $0 % 2 == 1 }.count }
    Row("numbers.prefix(while: { $0 != 2 })") { numbers.prefix(while: { $0 != 2 }) }
    Row("numbers.drop { $0 > 1 }") { numbers.drop { $0 > 1 } }
    Row("numbers.enumerated().map { $0.offset * $0.element }") {
      numbers.enumerated().map { $0.offset * $0.element }
    }
    Row("numbers.enumerated().map { index, number in index + number }") {
      numbers.enumerated().map { index, number in index + number }
    }
    Row(#"zip(numbers, words).map { "\($0)\($1)" }"#) { zip(numbers, words).map { "\($0)\($1)" } }
    Row("zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }") {
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
    Row("maybes.compactMap { $0 }") { maybes.compactMap { $0 } }
    Row("maybes.map { $0 ?? 0 }") { maybes.map { $0 ?? 0 } }
    Row("words.map { $0.uppercased() }") { words.map { $0.uppercased() } }
    Row("words.sorted { $0.count < $1.count }") { words.sorted { $0.count < $1.count } }
    Row("words.max(by: { $0.count < $1.count })") { words.max(by: { $0.count < $1.count }) }
    Row("(0..<numbers.count).filter { numbers[$0] == 3 }") { (0..<numbers.count).filter { numbers[$0] == 3 } }
    Row("nested.map { $0.reduce(0, +) }.max()") { nested.map { $0.reduce(0, +) }.max() }
  }

  @SwiftTableTests.Table<Row> private var dictionaries: [Row] {
    Row(#"scores["Blob"]"#) { scores["Blob"] }
    Row(#"scores["Nobody"]"#) { scores["Nobody"] }
    Row(#"scores["Nobody"] ?? 0"#) { scores["Nobody"] ?? 0 }
    Row(#"scores["Nobody", default: 0] + 1"#) { scores["Nobody", default: 0] + 1 }
    Row("scores.count") { scores.count }
    Row("scores.keys.sorted()") { scores.keys.sorted() }
    Row(#"scores.keys.contains("Jo")"#) { scores.keys.contains("Jo") }
    Row("scores.values.reduce(0, +)") { scores.values.reduce(0, +) }
    Row("scores.values.max()") { scores.values.max() }
    Row("scores.filter { $0.value > 3 }") { scores.filter { $0.value > 3 } }
    Row("scores.mapValues { $0 * 2 }") { scores.mapValues { $0 * 2 } }
    Row(#"scores.map { key, value in "\(key)=\(value)" }.sorted()"#) {
      scores.map { key, value in "\(key)=\(value)" }.sorted()
    }
    Row("scores.min { $0.value < $1.value }?.key") { scores.min { $0.value < $1.value }?.key }
    Row(#"scores.sorted { $0.key < $1.key }.map(\.value)"#) { scores.sorted { $0.key < $1.key }.map(\.value) }
    Row(#"scores.contains { $0.key.hasPrefix("J") }"#) { scores.contains { $0.key.hasPrefix("J") } }
    Row("scores.reduce(0) { $0 + $1.value }") { scores.reduce(0) { $0 + $1.value } }
    Row(#"scores == ["Al": 5, "Blob": 3, "Jo": 5]"#) { scores == ["Al": 5, "Blob": 3, "Jo": 5] }
    Row("names[2]?.count") { names[2]?.count }
    Row(#"Dictionary(grouping: words, by: \.count)"#) { Dictionary(grouping: words, by: \.count) }
    Row(#"Dictionary(grouping: todos, by: \.isComplete).mapValues(\.count)"#) {
      Dictionary(grouping: todos, by: \.isComplete).mapValues(\.count)
    }
    Row("Dictionary(grouping: numbers) { $0 % 2 == 0 }[true]") {
      Dictionary(grouping: numbers) { $0 % 2 == 0 }[true]
    }
    Row(#"Dictionary(uniqueKeysWithValues: zip(words, numbers))["fig"]"#) {
      Dictionary(uniqueKeysWithValues: zip(words, numbers))["fig"]
    }
  }

  @SwiftTableTests.Table<Row> private var texts: [Row] {
    Row("name.count") { name.count }
    Row("accented.count") { accented.count }
    Row("name.isEmpty") { name.isEmpty }
    Row("name.lowercased()") { name.lowercased() }
    Row("accented.uppercased()") { accented.uppercased() }
    Row("words[0].capitalized") { words[0].capitalized }
    Row(#"name.hasPrefix("Blob")"#) { name.hasPrefix("Blob") }
    Row(#"name.hasSuffix(".")"#) { name.hasSuffix(".") }
    Row(#"name.contains("Esq")"#) { name.contains("Esq") }
    Row(#"name + "!""#) { name + "!" }
    Row(#"name == "Blob Esq.""#) { name == "Blob Esq." }
    Row(#"name < "Bob""#) { name < "Bob" }
    Row("name.first") { name.first }
    Row(#"name.last == ".""#) { name.last == "." }
    Row("name.prefix(4)") { name.prefix(4) }
    Row("accented.suffix(1)") { accented.suffix(1) }
    Row("name.dropFirst(5)") { name.dropFirst(5) }
    Row("String(name.reversed())") { String(name.reversed()) }
    Row(#"csv.split(separator: ",")"#) { csv.split(separator: ",") }
    Row(#"csv.split(separator: ",").map(String.init)"#) { csv.split(separator: ",").map(String.init) }
    Row(#"csv.components(separatedBy: ",")"#) { csv.components(separatedBy: ",") }
    Row("padded.trimmingCharacters(in: .whitespaces)") { padded.trimmingCharacters(in: .whitespaces) }
    Row("padded.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty") {
      padded.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }
    Row(#"csv.replacingOccurrences(of: ",", with: ";")"#) { csv.replacingOccurrences(of: ",", with: ";") }
    Row(#"csv.replacing(",,", with: ",")"#) { csv.replacing(",,", with: ",") }
    Row("name.filter { $0.isLetter }") { name.filter { $0.isLetter } }
    Row(#"name.filter(\.isUppercase).count"#) { name.filter(\.isUppercase).count }
    Row("digits.allSatisfy { $0.isNumber }") { digits.allSatisfy { $0.isNumber } }
    Row(#"name.prefix(while: { $0 != " " })"#) { name.prefix(while: { $0 != " " }) }
    Row("Array(digits)") { Array(digits) }
    Row(#"letter == "é""#) { letter == "é" }
    Row("String(letter).uppercased()") { String(letter).uppercased() }
    Row(#""\(todos.count) todos""#) { "\(todos.count) todos" }
    Row(#""\(name), \(ratio) and \(isOn)""#) { "\(name), \(ratio) and \(isOn)" }
    Row(#""\(todos.count) item\(todos.count == 1 ? "" : "s")""#) {
      "\(todos.count) item\(todos.count == 1 ? "" : "s")"
    }
    Row(#""\(filter) \(elapsed)""#) { "\(filter) \(elapsed)" }
    Row(#"String(repeating: "ab", count: 3)"#) { String(repeating: "ab", count: 3) }
    Row("String(total)") { String(total) }
    Row("String(describing: filter)") { String(describing: filter) }
    Row("Int(digits)") { Int(digits) }
    Row("Int(name) ?? -1") { Int(name) ?? -1 }
    Row(#"Double("1.5")! * 2"#) { Double("1.5")! * 2 }
  }

  @SwiftTableTests.Table<Row> private var numbersAndOperators: [Row] {
    Row("total + 2 * 3") { total + 2 * 3 }
    Row("total / 2") { total / 2 }
    Row("-total % 4") { -total % 4 }
    Row("-small") { -small }
    Row("total > 3 && total <= 7 || isOn") { total > 3 && total <= 7 || isOn }
    Row("!isOn") { !isOn }
    Row(#"isOn ? "on" : "off""#) { isOn ? "on" : "off" }
    Row("total == 7 ? 1 : total > 7 ? 2 : 3") { total == 7 ? 1 : total > 7 ? 2 : 3 }
    Row("abs(negatives[0])") { abs(negatives[0]) }
    Row("abs(loss)") { abs(loss) }
    Row("min(total, 3)") { min(total, 3) }
    Row("max(total, 3, numbers.count * 4)") { max(total, 3, numbers.count * 4) }
    Row("total.isMultiple(of: 7)") { total.isMultiple(of: 7) }
    Row("negatives[0].magnitude") { negatives[0].magnitude }
    Row("Int.max") { Int.max }
    Row("Int(ratio)") { Int(ratio) }
    Row("Int(small) + total") { Int(small) + total }
    Row("Double(total) / 2") { Double(total) / 2 }
    Row(#"Double(todos.filter(\.isComplete).count) / Double(todos.count)"#) {
      Double(todos.filter(\.isComplete).count) / Double(todos.count)
    }
    Row("7 / 2.0") { 7 / 2.0 }
    Row("ratio * 2") { ratio * 2 }
    Row("ratio.rounded()") { ratio.rounded() }
    Row("ratio.rounded(.down)") { ratio.rounded(.down) }
    Row("Int(loss.rounded())") { Int(loss.rounded()) }
    Row("ratio.squareRoot() > 1.5") { ratio.squareRoot() > 1.5 }
    Row("ratio.isNaN") { ratio.isNaN }
    Row("ratio < .infinity") { ratio < .infinity }
    Row("Double.nan == Double.nan") { [Double.nan][0] == [Double.nan][0] }
    Row("(Double.nan, 1) == (Double.nan, 1)") { (Double.nan, 1) == (Double.nan, 1) }
    Row("[1, Double.infinity].max()") { [1, Double.infinity].max() }
    Row("max(-Double.infinity, 2)") { max(-Double.infinity, 2) }
    Row("0.1 + 0.2 == 0.3") { 0.1 + 0.2 == 0.3 }
    Row("float == 0.1") { float == 0.1 }
    Row("float * 3") { float * 3 }
    Row("price * 2") { price * 2 }
    Row("price > 5") { price > 5 }
    Row("price == 9.99") { price == 9.99 }
    Row("(1...3).contains(total)") { (1...3).contains(total) }
    Row("range.contains(4)") { range.contains(4) }
    Row("range.count") { range.count }
    Row("closed.upperBound") { closed.upperBound }
    Row("closed.map { $0 * $0 }") { closed.map { $0 * $0 } }
    Row("(1...4).reduce(1, *)") { (1...4).reduce(1, *) }
    Row("Array(0..<3)") { Array(0..<3) }
    Row("0..<3") { 0..<3 }
  }

  @SwiftTableTests.Table<Row> private var optionals: [Row] {
    Row("favorite?.title") { favorite?.title }
    Row("deleted?.title") { deleted?.title }
    Row("deleted?.title.count ?? 0") { deleted?.title.count ?? 0 }
    Row("favorite!.title") { favorite!.title }
    Row("favorite == nil") { favorite == nil }
    Row("todos[id: 1, default: todos[0]].title") { todos[id: 1, default: todos[0]].title }
    Row("todos[id: 99, default: todos[0]].title") { todos[id: 99, default: todos[0]].title }
    Row("deleted?.note != nil") { deleted?.note != nil }
    Row("favorite == todos[id: 1]") { favorite == todos[id: 1] }
    Row("note?.isEmpty == false") { note?.isEmpty == false }
    Row("missing?.isEmpty ?? true") { missing?.isEmpty ?? true }
    Row(#"note == "Milk""#) { note == "Milk" }
    Row("missing ?? note ?? name") { missing ?? note ?? name }
    Row("note.map { $0.count }") { note.map { $0.count } }
    Row(#"missing.map { $0 + "!" }"#) { missing.map { $0 + "!" } }
    Row("favorite.flatMap { $0.note }") { favorite.flatMap { $0.note } }
    Row(#"favorite.map(\.title)"#) { favorite.map(\.title) }
    Row("profile?.address?.city") { profile?.address?.city }
    Row(#"guest?.address?.city ?? "none""#) { guest?.address?.city ?? "none" }
    Row("profile?.address?.lines.first?.count") { profile?.address?.lines.first?.count }
    Row(#"profile?.address?.lines[0] == "Main St 1""#) { profile?.address?.lines[0] == "Main St 1" }
    Row("favorite?.note.flatMap { Int($0) }") { favorite?.note.flatMap { Int($0) } }
  }

  @SwiftTableTests.Table<Row> private var others: [Row] {
    Row("filter == .active") { filter == .active }
    Row("filter != Filter.all") { filter != Filter.all }
    Row("filter.rawValue") { filter.rawValue }
    Row("Filter.allCases.count") { Filter.allCases.count }
    Row("filter == .all || [.active, .completed].contains(filter)") {
      filter == .all || [.active, .completed].contains(filter)
    }
    Row(#"destination == .edit(id: 1, title: "Call mum")"#) { destination == .edit(id: 1, title: "Call mum") }
    Row("pair.0 + 1") { pair.0 + 1 }
    Row("size.width * size.height") { size.width * size.height }
    Row(#"pair == (1, "two")"#) { pair == (1, "two") }
    Row("(total, name).1") { (total, name).1 }
    Row("(a: 1, b: 2).b") { (a: 1, b: 2).b }
    Row("(a: 1, 2).a") { (a: 1, 2).a }
    Row("todos.map { (title: $0.title, isDone: $0.isComplete) }.filter { $0.isDone }.map { $0.title }") {
      todos.map { (title: $0.title, isDone: $0.isComplete) }.filter { $0.isDone }.map { $0.title }
    }
    Row("numbers.enumerated().map { (place: $0.offset, value: $0.element) }[0].value") {
      numbers.enumerated().map { (place: $0.offset, value: $0.element) }[0].value
    }
    Row("size == (x: 3, y: 4)") { size == (x: 3, y: 4) }
    Row("(a: total, b: name) == (total, name)") { (a: total, b: name) == (total, name) }
    Row("zip(numbers, numbers).map { (a: $0, b: $1) }[0] == zip(numbers, numbers).map { ($0, $1) }[0]") {
      zip(numbers, numbers).map { (a: $0, b: $1) }[0] == zip(numbers, numbers).map { ($0, $1) }[0]
    }
    Row("anything is Int") { anything is Int }
    Row("anything as? String") { anything as? String }
    Row("(anything as? Int ?? 0) + 1") { (anything as? Int ?? 0) + 1 }
    Row("(todos.count, 1) < (3, 2)") { (todos.count, 1) < (3, 2) }
    Row("todos.sorted { ($0.isComplete ? 1 : 0, $0.title) < ($1.isComplete ? 1 : 0, $1.title) }.map(\\.id)") {
      todos.sorted { ($0.isComplete ? 1 : 0, $0.title) < ($1.isComplete ? 1 : 0, $1.title) }.map(\.id)
    }
    Row("numbers.reduce(0, max)") { numbers.reduce(0, max) }
    Row("numbers.reduce(9, min)") { numbers.reduce(9, min) }
    Row("Float(2).squareRoot()") { Float(2).squareRoot() }
    Row("Float(2.5).rounded(.down)") { Float(2.5).rounded(.down) }
    Row("[Float(0.1), Float(0.2)].reduce(0, +)") { [Float(0.1), Float(0.2)].reduce(0, +) }
    Row(#"Character("x")"#) { Character("x") }
    Row(#"String(Character("x"))"#) { String(Character("x")) }
    Row(#"Character("a").isLetter"#) { Character("a").isLetter }
    Row(#"Decimal(string: "1.1")"#) { Decimal(string: "1.1") }
    Row(#"String(["a", "b"])"#) { String(["a", "b"]) }
    Row(#"String("abc".reversed())"#) { String("abc".reversed()) }
    Row(#""abc".description"#) { "abc".description }
    Row(#"name.debugDescription"#) { name.debugDescription }
    Row(#"["a": 1].prefix(1).first?.key"#) { ["a": 1].prefix(1).first?.key }
    Row(#"Int("ff", radix: 16)"#) { Int("ff", radix: 16) }
    Row(#"Int("g", radix: 16)"#) { Int("g", radix: 16) }
    Row("UInt8.max") { UInt8.max }
    Row("Int64.min") { Int64.min }
    Row("UInt8(7) + UInt8(1)") { UInt8(7) + UInt8(1) }
    Row("elapsed > .seconds(1)") { elapsed > .seconds(1) }
    Row("elapsed == Duration.milliseconds(1500)") { elapsed == Duration.milliseconds(1500) }
    Row("elapsed * 2 + .seconds(1)") { elapsed * 2 + .seconds(1) }
    Row("elapsed / .seconds(1)") { elapsed / .seconds(1) }
    Row("elapsed.components.seconds") { elapsed.components.seconds }
    Row("date < Date(timeIntervalSinceReferenceDate: 100_000)") {
      date < Date(timeIntervalSinceReferenceDate: 100_000)
    }
    Row("date.addingTimeInterval(60)") { date.addingTimeInterval(60) }
    Row("date.timeIntervalSinceReferenceDate") { date.timeIntervalSinceReferenceDate }
    Row("due!.timeIntervalSince(date) / 3600") { due!.timeIntervalSince(date) / 3600 }
    Row("due.map { $0 > date } ?? false") { due.map { $0 > date } ?? false }
    Row("url?.host") { url?.host }
    Row("url?.path") { url?.path }
    Row(#"url?.scheme == "https""#) { url?.scheme == "https" }
    Row("url?.lastPathComponent") { url?.lastPathComponent }
    Row("url?.absoluteString.count") { url?.absoluteString.count }
    Row("token.uuidString.prefix(8)") { token.uuidString.prefix(8) }
    Row(#"token == UUID(uuidString: "00000000-0000-0000-0000-000000000005")"#) {
      token == UUID(uuidString: "00000000-0000-0000-0000-000000000005")
    }
  }

  @SwiftTableTests.Table<Decision> fileprivate var decisions: [Decision] {
    Decision("twofold == nil", "true", because: "an optional of an optional is one optional") {
      twofold == nil
    }
    Decision("String(describing: note)", #""Milk""#, because: "a value that is present stands for itself") {
      String(describing: note)
    }
    Decision("Array(tags)", #"["a", "b", "c"]"#, because: "the order of a set is the same in every run")
    Decision("scores.keys", #"["Al", "Blob", "Jo"]"#, because: "the order of keys is the same in every run")
    Decision("favorite.title", #""Call mum""#, because: "the ? of a value that is present may be left out")
    Decision("destination.edit.id", "1", because: "the values of a case are its members")
    Decision("todos.count == 3.0", "true", because: "numbers of different types are compared by their values")
    Decision("todos.count / 2.0", "1.5", because: "arithmetic on numbers of different types uses Double")
    Decision("elapsed == 1500ms", "true", because: "a duration has a unit, as on the command line")
    Decision(#"todos.filter(\.count > 1).count"#, "2", because: "a key path may start a condition")
    Decision(#"todos.sorted(\.title).first?.id"#, "1", because: "a list may be sorted by a member")
    Decision(
      "[price, price].sum() == price * 2",
      "true",
      because: "a list has a sum, of the type of its elements"
    )
    Decision(
      "[Float(0.1), Float(0.2)].sum()",
      "0.3",
      because: "a list has a sum, of the type of its elements"
    )
    Decision(
      "[Decimal(1)].filter { $0 > 1 }.sum().description",
      #""0""#,
      because: "the empty sum has their type, too"
    )
    Decision("token == UUID(5)", "true", because: "short ids are enough in tests")
    Decision(
      #"'single' + "double""#,
      #""singledouble""#,
      because: "single quotes need no escaping in a shell"
    )
  }
}
