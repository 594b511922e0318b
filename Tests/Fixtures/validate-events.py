"""Checks files of events, one a line, against a JSON Schema: validate-events.py SCHEMA FILE..."""

import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
forms = {}
for form in schema["oneOf"]:
    properties = form["properties"]
    kind = tuple(properties[name]["const"] for name in ("event", "answer") if "const" in properties.get(name, {}))
    forms[kind] = jsonschema.Draft202012Validator({"$defs": schema["$defs"], **form})
whole = jsonschema.Draft202012Validator(schema)

failures = 0
seen = set()
for path in sys.argv[2:]:
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        event = json.loads(line)
        kind = ("answer", event.get("answer")) if event["event"] == "answer" else (event["event"],)
        # The errors of the one form that is meant say more than those of all.
        errors = [f"no such kind: {kind}"] if kind not in forms else list(forms[kind].iter_errors(event))
        if kind not in seen and not errors:
            errors = list(whole.iter_errors(event))
        seen.add(kind)
        for error in errors:
            failures += 1
            print(f"{path}:{number}: {getattr(error, 'message', error)}: {line[:200]}")
missing = sorted(set(forms) - seen)
if missing:
    print("never seen:", missing)
sys.exit(1 if failures else 0)
