"""Treats the kernel roughly: rough.py interrupt [COUNT] | kill

interrupt: interrupts an endless cell COUNT times, and prints the longest time that one took to end.
kill: kills the shell, and then the kernel, after commands have been acknowledged, and looks for these in the next one.
"""

import os
import signal
import subprocess
import sys
import time

from jupyter_client.manager import start_new_kernel


def reply(client, code):
    # After an error, a kernel refuses what it receives in the next moment, unless it is told not to.
    identifier = client.execute(code, stop_on_error=False)
    while True:
        message = client.get_shell_msg(timeout=60)
        if message["parent_header"].get("msg_id") == identifier:
            return message["content"]


def count(client):
    # What a kernel publishes just after it has begun may be lost, but not a reply.
    replies = []
    for n in range(9):
        replies.append(reply(client, f"expect todos.count == {n}"))
        if replies[-1]["status"] == "ok":
            return n
    raise AssertionError(f"no number of todos is confirmed: {replies}")


def interrupt(manager, client, times):
    longest = 0
    for number in range(times):
        endless = ["explore --runs 1000000000 always todos.count < 99", "repeat 999999 toggle 0"][number % 2]
        identifier = client.execute(endless, stop_on_error=False)
        # The command runs once the kernel has said what it executes.
        message = None
        while not message or (message["msg_type"], message["parent_header"].get("msg_id")) != ("execute_input", identifier):
            message = client.get_iopub_msg(timeout=60)
        time.sleep(0.01 * (number % 10))
        began = time.monotonic()
        manager.interrupt_kernel()
        while client.get_shell_msg(timeout=60)["parent_header"].get("msg_id") != identifier:
            pass
        longest = max(longest, time.monotonic() - began)
        assert reply(client, "expect todos.count == 1")["status"] == "ok", f"the session is lost in try {number}"
    return longest


def shell_of(kernel):
    return int(subprocess.run(["pgrep", "-P", str(kernel)], capture_output=True, text=True).stdout.split()[0])


def main():
    manager, client = start_new_kernel(kernel_name="todoshell")
    try:
        assert reply(client, "add Milk")["status"] == "ok"
        if sys.argv[1] == "interrupt":
            print(f"{interrupt(manager, client, int(sys.argv[2])):.3f}")
            return
        kernel = manager.provisioner.pid
        os.kill(shell_of(kernel), signal.SIGKILL)
        reply(client, "add Lost")
        assert (found := count(client)) in (1, 2), f"after the shell was killed, there are {found} todos"
        assert reply(client, "add Eggs\nadd Bread")["status"] == "ok"
        before = count(client)
        os.kill(kernel, signal.SIGKILL)
        manager.restart_kernel(now=True)
        client.wait_for_ready(timeout=60)
        assert (found := count(client)) == before, f"after the kernel was killed, there are {found} todos"
        manager.restart_kernel()
        client.wait_for_ready(timeout=60)
        assert (found := count(client)) == 0, f"after a restart, there are {found} todos"
        print("kept")
    finally:
        manager.shutdown_kernel()


main()
