extension EventWriter {
  /// What `help json` prints.
  static var help: [String] {
    """
    --format json prints what happens as JSON, one event a line (version \(version)). Each has a
    member 'event'; members that have no value are left out.

      begin        a script or another session begins: version, program, script, seed,
                   epoch, moment, time, nanoseconds, state
      command      a command is about to run: file, line, column, text
      action       an action was reduced: moment, parent, time, nanoseconds, action,
                   origin (typed, effect), effect (moment, name, site, ids), animation,
                   patch
      clock        the clock moved: moment, parent, time, nanoseconds, patch
      travel       another moment is the current one: from, moment, time, nanoseconds,
                   patch. 'skip', 'unskip', 'amend' and 'move-moment' travel to where
                   their branch begins; its moments are the events that follow
      output       a line that a command printed: text
      expectation  something was asserted: holds, file, line, column, text
      diagnostic   severity (error, warning), message, and if they are known file, line,
                   column, length, notes, help; of a misuse of the feature also site,
                   where in the code it was noticed
      message      a remark: text
      end          a script has ended: script, status, commands, expectations,
                   failures, moment, time, nanoseconds
      summary      the last line: scripts, ok, failed, status

    'time' is virtual time as the shell writes it, 'nanoseconds' the same as a number.
    'patch' is a JSON Patch (RFC 6902) from the state before, which is that of the event
    before with a patch or of 'begin', to the state after: whoever applies them all has
    the state.

    In a state, structures are objects, cases are their names or objects of name and
    payload, lists and sets are arrays, dictionaries and stacks are objects, dates are
    ISO 8601, data is Base64, and numbers that JSON does not have are text.
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
