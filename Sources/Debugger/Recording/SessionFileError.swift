import Core
import TodoShellSystem

/// Why a session cannot be read from a file or recorded in it.
package enum SessionFileError: Error, CustomStringConvertible {
  /// The file itself is the problem.
  case file(String, hint: String? = nil, status: Int32 = ExitStatus.inputOutput)
  /// Its contents are the problem.
  case content(Diagnostic, status: Int32)
  /// The load was interrupted.
  case interrupted

  package init(_ error: SystemError) {
    self = error.code == EINTR ? .interrupted : .file(error.description, status: error.inputStatus)
  }

  /// Why a shell cannot record in the file at a path.
  init(recording error: SystemError, in path: String) {
    guard error.code == EWOULDBLOCK else {
      self.init(error)
      return
    }
    let holder = FileLock.holder(of: AtomicFile.resolvingLinks(path))
    let details = holder.map {
      " (\($0.name.controlCharactersEscaped), process \($0.process)\($0.isStopped ? ", which is stopped" : ""))"
    }
    self = .file(
      "another shell is recording its session in '\(path)'\(details ?? "")",
      hint: holder?.isStopped == true
        ? "'fg' in its terminal resumes that shell, so that you can leave it; or use another file"
        : "leave that shell or run 'record --stop' in it, or use another file"
    )
  }

  /// The error message, without its location.
  package var description: String {
    switch self {
    case .file(let message, _, _): message
    case .content(let diagnostic, _): diagnostic.message
    case .interrupted: "interrupted"
    }
  }

  /// The exit code of a program that needed the session.
  package var status: Int32 {
    switch self {
    case .file(_, _, let status), .content(_, let status): status
    case .interrupted: 128 + SIGINT
    }
  }

  /// The error for a command that named the file.
  package func diagnostic(at file: Located<String>) -> Diagnostic {
    switch self {
    case .file(let message, let hint, _): file.diagnostic(message, hint: hint)
    case .content(let diagnostic, _): diagnostic
    case .interrupted: file.diagnostic("interrupted")
    }
  }
}

extension SystemError {
  /// The hint for a file that could not be written.
  ///
  /// - Returns: `nil` if the error is self-explanatory.
  package var hintForWriting: String? {
    [ENOSPC, EDQUOT].contains(code) ? "free space on the disk, or choose a file on another disk" : nil
  }
}
