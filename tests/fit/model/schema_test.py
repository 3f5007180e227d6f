# SPDX-License-Identifier: BSD-3-Clause
"""Holds model files against models/model.schema.json: schema_test.py SCHEMA MODEL..."""
import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
validator = validator(schema)
failures = 0
for path in sys.argv[2:]:
    with open(path) as file:
        model = json.load(file)
    for error in validator.iter_errors(model):
        failures += 1
        print(f"{path}: {'.'.join(map(str, error.absolute_path))}: {error.message}")
    # The schema is as strict as the reader: it does not let pass what the reader refuses.
    broken = [dict(model, extra=0), dict(model, version=2), {**model, "calls": {"Bcast": []}}]
    if "computation" in model:
        computation = model["computation"]
        equations = next(iter(computation["times"].values()))
        broken += [{**model, "computation": {**computation, **wrong}}
                   for wrong in ({"extra": 0}, {"cache_bytes": {"L1": 0}}, {"cache_bytes": {"main": 1}},
                                 {"times": {"operation.float_add": equations}}, {"times": {"memory.L1.chain": equations}},
                                 {"times": {"memory.L1.read": {**equations, "class": "beyond"}}})]
    for wrong in broken:
        if validator.is_valid(wrong):
            failures += 1
            print(f"{path}: a broken copy passed the schema")
print(f"{len(sys.argv) - 2} models, {failures} failures")
sys.exit(failures != 0 or len(sys.argv) < 3)
