import Foundation
import TestSupport
import Testing

/// Files whose names are not UTF-8, and text that is not.
struct FileNameTests {
  /// Runs a shell script in which `$n` is such a name and `todoshell` the program.
  private func sh(_ script: String, in folder: TemporaryFolder) throws -> TodoShellRun {
    let start = "n=$(printf 'caf\\351'); todoshell() { '\(builtProgramPath)' -q \"$@\"; }; "
    return try run("/bin/sh", ["-c", start + script], in: folder.url, environment: ["LC_ALL": "C"])
  }

  @Test(arguments: [
    // A script is found, and updated where it is.
    ("printf 'add a\\nlist\\n| wrong\\n' > $n; todoshell --update $n; cat $n", "add a\nlist\n| 0 [ ] a\n"),
    ("todoshell --session $n -c 'add a'; todoshell --session $n -c list; tail -1 $n", "0 [ ] a\nadd a\n"),
    ("todoshell -c 'print 1' --report tap=$n; head -1 $n", "1\nTAP version 13\n"),
    ("todoshell -c 'print 1' --report=tap=$n; head -1 $n", "1\nTAP version 13\n"),
    // Of a folder with such a name nothing needs to be said.
    ("mkdir $n; cd $n; todoshell -c 'add a' -c 'save x'; tail -1 x; ls -A | wc -l", "add a\n1\n"),
    ("mkdir $n; cd $n; echo 'print 1' > t; todoshell t", "1\n"),
    ("mkdir h$n; export HOME=$PWD/h$n; todoshell -c 'add a' -c 'save ~/x'; tail -1 h$n/x", "add a\n"),
  ])
  func aNameIsTakenByteForByte(script: String, output: String) throws {
    let folder = try TemporaryFolder()
    let run = try sh(script, in: folder)
    #expect(run.output == output)
    #expect(run.errors == "" || run.errors.hasPrefix("updated caf\\xE9: "), "\(run.errors)")
    // One name more would be another one.
    let names = try sh("ls -A | grep -c caf", in: folder)
    #expect(names.output == "1\n")
  }

  @Test func anErrorShowsTheBytes() throws {
    let run = try sh("todoshell $n", in: try TemporaryFolder())
    #expect(run.status == 66)
    #expect(run.errors == "todoshell: error: cannot read 'caf\\xE9': No such file or directory\n")
  }

  @Test(arguments: ["-c \"add $n\"", "-v \"x=$n\" -c 'print 1'"])
  func textOfTheCommandLineMustBeUTF8(options: String) throws {
    let run = try sh("todoshell \(options)", in: try TemporaryFolder())
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.contains("caf\\xE9' is") && run.errors.contains(" UTF-8"), "\(run.errors)")
  }
}
