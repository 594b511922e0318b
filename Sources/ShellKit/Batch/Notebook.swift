import TodoShellCommands
import Core
import TodoShellSystem

/// A Jupyter notebook for the shell, in the format that every reader of notebooks knows: nbformat 4.5.
struct Notebook {
  private let application: AnyApplication
  private var cells: [JSON] = []

  /// A notebook to begin with, or with the scripts.
  init(for application: AnyApplication, scripts: [(name: String, text: String)]) {
    self.application = application
    guard scripts.isEmpty else {
      for script in scripts { add(TourChapter(name: script.name, script: script.text)) }
      return
    }
    addText([
      "# \(application.name)", "",
      "A cell is a script: its commands run in one session, in the order of the cells.",
    ])
    addCommands(["help"])
    if let overview = application.table.overview { addCommands([overview.name]) }
  }

  /// The comments of a script as text, and its commands as cells: a paragraph becomes a cell.
  private mutating func add(_ script: TourChapter) {
    let (steps, epilogue) = script.steps(application.table)
    var lines: [String] = []
    var next = 0
    for step in steps {
      if !step.comment.isEmpty || step.number != next {
        addCommands(lines)
        lines = []
      }
      addText(step.comment)
      lines += step.lines
      next = step.number + step.lines.count
    }
    addCommands(lines)
    addText(epilogue)
  }

  private mutating func addText(_ lines: [String]) { add(lines, [("cell_type", "markdown")]) }

  private mutating func addCommands(_ lines: [String]) {
    add(lines, [("cell_type", "code"), ("execution_count", .null), ("outputs", [])])
  }

  private mutating func add(_ lines: [String], _ members: [(name: String, value: JSON)]) {
    guard !lines.isEmpty else { return }
    let source = lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + "\n" : $0.element }
    cells.append(
      .object(
        members + [
          ("id", "cell-\(cells.count + 1)"), ("metadata", [:]), ("source", source.json),
        ]
      )
    )
  }

  var text: String {
    let json: JSON = [
      "cells": .array(cells),
      "metadata": [
        "kernelspec": [
          "display_name": application.name.json, "language": "todoscript",
          "name": application.name.json,
        ],
        "language_info": [
          "file_extension": ".todoscript", "mimetype": "text/x-todoscript", "name": "todoscript",
        ],
      ],
      "nbformat": 4, "nbformat_minor": 5,
    ]
    return json.indentedText + "\n"
  }
}

extension AnyApplication {
  /// Writes a new notebook.
  ///
  /// - Parameters:
  ///   - path: The file, which must not exist.
  ///   - scripts: The scripts that it contains.
  /// - Returns: The exit code.
  func writeNotebook(to path: String, of scripts: [String], on console: Console) -> Int32 {
    do throws(SystemError) {
      var texts: [(name: String, text: String)] = []
      for script in scripts {
        let bytes = try AtomicFile.read(script)
        guard let bytes else { throw SystemError("read", subject: script, code: ENOENT) }
        texts.append((script, String(decoding: bytes, as: UTF8.self)))
      }
      guard FileKind(at: path) == .brokenLink else {
        console.report("'\(path)' already exists")
        console.note("help: choose another name, or remove it first")
        return console.finish(ExitStatus.inputOutput)
      }
      let text = Notebook(for: self, scripts: texts).text
      try AtomicFile.replace(path, with: text.utf8, newMode: 0o666)
    } catch {
      console.report(error.description)
      return console.finish(error.attempt == "read" ? error.inputStatus : ExitStatus.inputOutput)
    }
    console.note("wrote \(path): 'jupyter lab \(path)' opens it with the kernel of 'editors/jupyter'")
    return console.finish(ExitStatus.success)
  }
}
