"""Interrupts commands that have just ended, and prints how often the next command got the answer to the interrupt.

Arguments: the program.
"""

import os
import sys
from todoshell_kernel.shell import Shell

shell = Shell(sys.argv[1], os.path.join(os.getcwd(), "late.todoscript"))
count = 0
for _ in range(100):
    events = shell.run("print 1")
    next(events)
    shell.interrupt()
    for _ in events:
        pass
    # The events of a command that prints one line.
    count += [event["event"] for event in shell.run("print 2")] != ["answer", "done"]
print(count)
shell.end()
