/// The name of a type in a dump: without modules or generic arguments, with syntactic sugar.
///
/// `Swift.Array<Swift.Int>` is `[Int]`, `App.Todos.State` is `Todos.State`, `App.Row<Swift.Int>.Action` is
/// `Row.Action`.
///
/// An array, dictionary or optional is sugared only if it contains no generic type without sugar.
package func dumpTypeName(_ type: Any.Type) -> String {
  var reader = TypeNameReader(_typeName(type, qualified: true))
  return reader.list(until: []).text
}

/// Parses the runtime's qualified name of a type, and writes the short one.
private struct TypeNameReader {
  typealias Name = (text: String, isSugared: Bool)

  private let characters: [Character]
  private var position = 0

  init(_ name: String) { characters = Array(name) }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private func starts(with text: String) -> Bool {
    characters[position...].starts(with: text)
  }

  /// Parses up to a closing character of `closers` at this level: nominal types, and the text between them.
  mutating func list(until closers: Set<Character>) -> Name {
    var name: Name = ("", true)
    while let character = next, !closers.contains(character) {
      let part = self.part(character)
      name = (name.text + part.text, name.isSugared && part.isSugared)
    }
    return name
  }

  private mutating func part(_ character: Character) -> Name {
    if skipsContext() { return ("", true) }
    if character == "(" {
      position += 1
      let inner = list(until: [")"])
      position += 1
      return ("(" + inner.text + ")", inner.isSugared)
    }
    if starts(with: "->") {
      position += 2
      return ("->", true)
    }
    if isWord(character) { return nominal() }
    position += 1
    return (String(character), true)
  }

  /// Skips `(extension in Module):` and `(unknown context at $0123).`, which are not part of the name.
  private mutating func skipsContext() -> Bool {
    guard starts(with: "(extension in ") || starts(with: "(unknown context at ") else { return false }
    let end = characters[position...].firstIndex(of: ")") ?? characters.endIndex
    position = min(end + 2, characters.count)  // Including the colon or dot.
    return true
  }

  /// A dotted path such as `Module.Outer<Argument>.Inner`, or a single word such as `inout` or a label.
  private mutating func nominal() -> Name {
    var components: [Name] = []
    var isFirstGeneric = false
    while true {
      if skipsContext() { continue }
      let word = self.word()
      let isNamedInModule = components.count == 1 && !isFirstGeneric
      if next == "<" {
        isFirstGeneric = isFirstGeneric || components.isEmpty
        components.append(generic(word, canBeSugared: isNamedInModule))
      } else {
        components.append((word, true))
      }
      guard next == ".", position + 1 < characters.count, characters[position + 1] != "." else { break }
      position += 1
    }
    if components.count > 1, !isFirstGeneric { components.removeFirst() }
    return (components.map(\.text).joined(separator: "."), components.allSatisfy(\.isSugared))
  }

  private mutating func generic(_ word: String, canBeSugared: Bool) -> Name {
    var arguments: [Name] = []
    repeat {
      position += 1
      while next == " " { position += 1 }
      arguments.append(list(until: [",", ">"]))
    } while next == ","
    position += 1
    guard canBeSugared, arguments.allSatisfy(\.isSugared) else { return (word, false) }
    switch (word, arguments.count) {
    case ("Optional", 1):
      let wrapped = arguments[0].text
      let isCompound = !wrapped.hasPrefix("[") && (wrapped.contains("->") || wrapped.contains(" & "))
      return (isCompound ? "(\(wrapped))?" : wrapped + "?", true)
    case ("Array", 1): return ("[" + arguments[0].text + "]", true)
    case ("Dictionary", 2): return ("[" + arguments[0].text + ": " + arguments[1].text + "]", true)
    default: return (word, false)
    }
  }

  private mutating func word() -> String {
    var word = ""
    while let character = next, isWord(character) {
      word.append(character)
      position += 1
    }
    if word.isEmpty, let character = next {
      word.append(character)
      position += 1
    }
    return word
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_$@`#".contains(character)
  }
}
