# SPDX-License-Identifier: BSD-3-Clause
"""Holds scenario files against their schema: scenario_schema.py SCHEMA scenarios.json EXAMPLE..."""
import json
import sys

import jsonschema


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


schema, cases = load(sys.argv[1]), load(sys.argv[2])
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema)
failures = [error.message for scenario in cases["accepted"] + [load(path) for path in sys.argv[3:]]
            for error in validator.iter_errors(scenario)]
# As strict as the reader, but for what a schema cannot say.
failures += [f"the schema lets pass: {entry['says']}" for entry in cases["refused"]
             if validator.is_valid(entry["scenario"]) != entry.get("beyond_schema", False)]
print("\n".join(failures))
print(f"{len(cases['accepted'])} accepted, {len(cases['refused'])} refused, {len(sys.argv) - 3} examples")
sys.exit(1 if failures or len(sys.argv) < 4 else 0)
