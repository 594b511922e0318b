extension ScriptGuide {
  /// What `explore` does in detail.
  var exploring: [Part] {
    [
      .text(
        """
        Clock moves are to the next deadline, to just before it, to the next action of an effect, and until nothing is in \
        flight. Actions that no user sends, such as 'delegate' and '…Response', are left out, unless --all-actions is given. \
        Macros and aliases are tried only if --only names them, with the arguments '0', '1' and 'a'. After half of the runs \
        come random sequences. Most of them do without some of the commands, and those that reach something new are \
        extended. States that differ only in virtual time or in their UUIDs count as the same, unless a property mentions \
        'now' or a UUID.

        Without 'within', there are two kinds of violation: a state in which nothing is due and the goal is not reached, and \
        a loop of commands in which time passes without reaching the goal. The search assumes that time passes and that what \
        is due is delivered, but not that any command is run. 'invariant' is the same as 'always'. In a property file, a \
        line may begin with 'NAME:'.

        With --outcomes, explore also chooses what the functions of dependencies answer: the answers given by 'stub' before, \
        the errors that a function declares, or one of any type, 'never' for a function that is awaited, and 'default'. The \
        script of a violation contains these as 'stub' commands.

        Effects that are due at the same time continue in the order in which they were started. --schedules also tries the \
        other orders that lead to a different result; in a script, 'step N' chooses one. --unordered has no effect if a \
        property may depend on the order; the script of a loop ends with 'expect --unordered'.

        --corpus writes scripts that fail, and random sequences that were the first to reach something, and tries them first \
        in the next search. A script that cannot be replayed any more is named in a warning and kept. The scripts may contain \
        what --only and --without exclude.

        --along needs one property of the form 'always EXPR', which this branch violates, and explores from each of its \
        commands. A violation is inevitable if every continuation leads to it, with commands or without, as time passes. \
        Where it can be avoided, the report shows how, and how many random continuations still violate the property. From \
        each command, it tries --runs sequences (1000 by default) and a tenth as many random ones.

        The same seed gives the same result with any number of workers. To divide the work among several machines, run one \
        part on each (here the first of eight), then merge the results:
        """
      ),
      .table(
        """
        PROGRAM -c 'explore --shard 1/8 --out 1.part always EXPR' :: one part
        PROGRAM -c 'explore --merge 1.part 2.part … 8.part' :: all together
        """
      ),
      .text(
        """
        The parts must have the same start, properties and options, except for --runs, --seed and --workers. While some are \
        missing, no property is shown to hold.
        """
      ),
    ]
  }
}
