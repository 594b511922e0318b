"""todoshell-kernel install --shell PATH: tells Jupyter how to start the kernel."""

import argparse
import json
import os
import shutil
import sys
import tempfile

from jupyter_client.kernelspec import KernelSpecManager


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="todoshell-kernel", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    install = commands.add_parser("install", help="install the kernel for a shell")
    install.add_argument("--shell", default="todoshell", metavar="PATH", help="the program (default: todoshell)")
    install.add_argument("--name", help="the name of the kernel (default: that of the program)")
    install.add_argument("--sys-prefix", action="store_true", help="install in this Python's environment")
    install.add_argument("--prefix", metavar="PATH", help="install in this folder")
    options = parser.parse_args(arguments)
    shell = shutil.which(options.shell)
    if shell is None:
        parser.exit(66, f"todoshell-kernel: error: there is no program '{options.shell}'\n")
    program = os.path.basename(shell)
    prefix = sys.prefix if options.sys_prefix else options.prefix
    specification = {
        "argv": [sys.executable, "-m", "todoshell_kernel", "-f", "{connection_file}"],
        "display_name": program, "language": "todoscript", "interrupt_mode": "message",
        "env": {"TODOSHELL": os.path.abspath(shell)},
    }
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "kernel.json"), "w") as file:
            json.dump(specification, file, indent=2)
        name = options.name or program
        place = KernelSpecManager().install_kernel_spec(folder, name, user=prefix is None, prefix=prefix)
    print(f"installed the kernel '{name}' in {place}")


if __name__ == "__main__":
    main()
