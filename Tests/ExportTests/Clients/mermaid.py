"""Parses and draws flowcharts with Mermaid, which the wheel of marimo contains, and prints what is in them.

Arguments: flowcharts. Prints a line of JSON for each: the texts of its nodes, sorted, and the number of edges.
"""

import glob
import importlib.util
import json
import os
import re
import sys
from served import page_on

static = os.path.join(os.path.dirname(importlib.util.find_spec("marimo").origin), "_static")
[module] = [path for path in glob.glob(static + "/assets/mermaid-*.js") if "startOnLoad:!0,mermaidAPI" in open(path, encoding="utf-8").read()]
with open(module, encoding="utf-8") as file:
    source = file.read()
# The module exports only the component that uses Mermaid.
name = re.search(r"([\w$]+)=\{startOnLoad:!0,mermaidAPI:", source).group(1)

with page_on(static, "manifest.json") as (page, address):
    path = "assets/mermaid-with-export.js"
    page.route(address + path, lambda route: route.fulfill(content_type="text/javascript", body=f"{source}\nexport {{ {name} as mermaid }};"))
    page.on("dialog", lambda dialog: print("a script of the data ran"))
    for file in sys.argv[1:]:
        with open(file, encoding="utf-8") as text:
            drawn = page.evaluate(
                """async ([path, text]) => {
                    const { mermaid } = await import(path);
                    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
                    await mermaid.parse(text);
                    const { svg } = await mermaid.render('drawing', text);
                    const holder = document.createElement('div');
                    holder.innerHTML = svg;
                    document.body.replaceChildren(holder);
                    const texts = [...holder.querySelectorAll('.node')].map((node) => node.textContent.replace(/\\s+/g, ' ').trim());
                    return { nodes: texts.sort(), edges: holder.querySelectorAll('.edgePaths path, path.flowchart-link').length,
                      scripts: holder.querySelectorAll('script').length };
                }""",
                ["/" + path, text.read()],
            )
        print(json.dumps(drawn))
