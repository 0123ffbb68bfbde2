"""Hold a value against a JSON Schema: by jsonschema where it is installed, else by the few keywords that docs/schema uses."""
try:
    import jsonschema
except ImportError:
    jsonschema = None

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def problems(value, schema):
    """What does not fit, as a list of sentences; empty when all does."""
    if jsonschema is not None:
        validator = jsonschema.Draft202012Validator(schema)
        validator.check_schema(schema)
        return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(value)]
    found = []
    check(value, schema, schema, "", found)
    return found


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def fits(value, schema, root):
    found = []
    check(value, schema, root, "", found)
    return not found


def check(value, schema, root, at, found):
    import re
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(value, t) for t in types):
        found.append(f"{at}: is no {types}")
        return
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    if "anyOf" in schema and not any(fits(value, one, root) for one in schema["anyOf"]):
        found.append(f"{at}: fits nothing of anyOf")
    if "oneOf" in schema and sum(fits(value, one, root) for one in schema["oneOf"]) != 1:
        found.append(f"{at}: fits not just one of oneOf")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        found.append(f"{at}: is too short")
    if "maximum" in schema and value is not None and value > schema["maximum"]:
        found.append(f"{at}: {value} is above {schema['maximum']}")
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        found.append(f"{at}: {value} is below {schema['minimum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{at}: {value!r} does not match {schema['pattern']}")
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            check(item, schema["items"], root, f"{at}/{i}", found)
    if isinstance(value, dict):
        check_object(value, schema, root, at, found)


def check_object(value, schema, root, at, found):
    known = schema.get("properties", {})
    for key in schema.get("required", []):
        if key not in value:
            found.append(f"{at}: lacks {key}")
    for key, item in value.items():
        rest = schema.get("additionalProperties", {})
        if key in known:
            check(item, known[key], root, f"{at}/{key}", found)
        elif rest is False:
            found.append(f"{at}: {key} is not in the schema")
        elif isinstance(rest, dict):
            check(item, rest, root, f"{at}/{key}", found)
