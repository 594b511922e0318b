"""The tests that every Jupyter kernel should pass, of the package jupyter_kernel_test."""

import unittest

import jupyter_kernel_test
from jupyter_kernel_test import msgspec_v5

# The package has no schemas of the messages of comms, of which the widgets below a cell consist.
comm = {"type": "object", "properties": {"comm_id": {"type": "string"}, "data": {"type": "object"}}, "required": ["comm_id", "data"]}
for kind in ["comm_open", "comm_msg", "comm_close"]:
    msgspec_v5.schema_fragments[kind] = comm


class KernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "todoshell"
    language_name = "todoscript"
    file_extension = ".todoscript"
    code_hello_world = 'add "hello, world"\nlist'
    completion_samples = [
        {"text": "togg", "matches": {"toggle"}},
        {"text": "add Milk\nexpect todos.cou", "matches": {"todos.count"}},
    ]
    complete_code_samples = ["add Milk", "repeat 2\n  add Milk\nend", "# a comment"]
    incomplete_code_samples = ["repeat 2", "macro twice ITEM\n  add $ITEM", "add \\"]
    invalid_code_samples = ["nonsense", "toggle 'x"]
    code_generate_error = "toggle 99"
    code_execute_result = [{"code": "print 1 + 1", "result": "2"}]
    code_display_data = [{"code": "tree", "mime": "text/html"}]
    code_inspect_sample = "toggle"


if __name__ == "__main__":
    unittest.main()
