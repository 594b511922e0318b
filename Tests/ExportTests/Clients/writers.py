"""Clicks each visible value of an exported page at each of its moments, and prints which moment wrote it: the moment, the value, and
the number of the writer, if any, with tabs between them.

Argument: the page.
"""

import sys
from playwright.sync_api import sync_playwright

WRITERS = """async (number) => {
  location.hash = `#m${number}`;
  while (!document.getElementById("heading").textContent.startsWith(`#${number} `)) await new Promise((done) => setTimeout(done, 1));
  const found = [];
  for (const path of [...document.querySelectorAll("#state [data-path]:not([data-mark=removed])")].map((row) => row.dataset.path)) {
    document.querySelector(`#state [data-path="${CSS.escape(path)}"]`).click();
    const text = document.getElementById("blame").textContent;
    const writer = /^(.*) (?:was written by #(\\d+) |has not changed since the start$)/s.exec(text);
    found.push([number, ...(writer ? [writer[1], writer[2] ?? ""] : [text, "?"])].join("\\t"));
  }
  return found;
}"""

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=300_000)
    page = browser.new_page(viewport={"width": 1600, "height": 1600})
    page.goto("file://" + sys.argv[1])
    page.click("#tab-state")
    count = page.evaluate("JSON.parse(document.getElementById('timeline').textContent).moments.length")
    for number in range(count):
        for line in page.evaluate(WRITERS, number):
            if not line.split("\t")[1] in ["", "self"]:
                print(line)
    browser.close()
