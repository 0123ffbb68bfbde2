"""Holds the markers of a case against what the program says and knows. A problem is a text that is ready to be shown."""

import re
from dataclasses import dataclass

# Roles that the program must settle or tell; every such site in a case is marked.
MUST_BE_MARKED = ("token", "unknown")
# The kinds of guard that the program tells apart; other words (decorator, with, wrapper) are for the reader.
GUARD_KINDS = ("call", "inline")


@dataclass
class Judge:
    markers: object
    facts: object
    texts: dict  # file -> its lines

    def problems(self):
        self.found = []
        for file, line, sentence in self.markers.problems:
            self.tell(file, line, sentence)
        self.judge_findings()
        self.judge_related()
        self.judge_sites()
        self.judge_guards()
        self.judge_faults()
        self.judge_handlers()
        self.judge_calls()
        return self.found

    # How a problem is shown: the place, what is wrong, the line, and what to paste where that is known.

    def tell(self, file, line, sentence, columns=(), paste=""):
        lines = [f"{file}:{line}: {sentence}"]
        source = self.texts.get(file, [])
        if 0 < line <= len(source):
            code = source[line - 1]
            lines.append(f"  {line:>5} | {code}")
            if columns and columns[1] > columns[0] > 0:
                lead = re.sub(r"[^\t]", " ", code[: columns[0] - 1])
                lines.append(f"        | {lead}{'^' * (columns[1] - columns[0])}")
        if paste:
            lines.append(f"  paste   {paste}")
        self.found.append("\n".join(lines))

    # What the program says.

    def judge_findings(self):
        left = list(self.facts.findings)
        # The strictest marker chooses first, so that a loose one does not take its finding.
        for marker in sorted(self.markers.of("expect", "known-noise"), key=lambda m: (not m.columns, not m.message)):
            match = next((f for f in left if is_said_by(marker, f)), None)
            if match:
                left.remove(match)
                continue
            near = [f for f in left if f.place.file == marker.file and f.place.line == marker.line]
            told = "; here: " + ", ".join(describe(f) for f in near) if near else ""
            if marker.kind == "known-noise":
                self.tell(marker.file, marker.line, f"`{marker}` is gone: the limit is lifted, take the mark away{told}")
            else:
                self.tell(marker.file, marker.line, f"`{marker}` is not met{told}", marker.columns)
        for marker in self.markers.of("known-miss"):
            match = next((f for f in left if is_said_by(marker, f)), None)
            if match:
                left.remove(match)
                self.tell(marker.file, marker.line, f"`{marker}` is found: the limit is lifted, make it `expect:`")
        for finding in left:
            self.tell(
                finding.place.file,
                finding.place.line,
                f"unmarked {describe(finding)}",
                columns_of(finding.place),
                f"# expect: {finding.rule}",
            )

    def judge_related(self):
        related = [place for finding in self.facts.findings for place in finding.related]
        for marker in self.markers.of("related"):
            here = [p for p in related if (p.file, p.line) == (marker.file, marker.line)]
            if not any(marker.message in p.text for p in here):
                told = "; here: " + ", ".join(f'"{p.text}"' for p in here) if here else ""
                self.tell(marker.file, marker.line, f"`{marker}` is no related place of a finding{told}")

    # What the program knows.

    def judge_sites(self):
        left = list(self.facts.sites)
        markers = [m for m in self.markers.of("site") if m.text != "opaque"]
        # A full match first: two sites on one line are told apart by what they are, not by their order.
        unmet = [m for m in markers if not take(left, lambda s, m=m: is_at(m, s.place) and site_fits(m, s))]
        for marker in unmet:
            here = take(left, lambda s, m=marker: is_at(m, s.place))
            told = f"told `{site_text(here)}`" if here else "no site is found"
            self.tell(marker.file, marker.line, f"`{marker}`: {told}", paste=here and f"#! site: {site_text(here)}")
        for site in left:
            if site.role in MUST_BE_MARKED and not site.is_covered_by_wrapper:
                self.tell(
                    site.place.file,
                    site.place.line,
                    f"unmarked site `{site.name}`",
                    columns_of(site.place),
                    f"#! site: {site_text(site)}",
                )

        for marker in self.markers.of("site"):
            if marker.text == "opaque" and not any(is_at(marker, place) for place in self.facts.opaque):
                self.tell(marker.file, marker.line, f"`{marker}`: nothing here decodes inside a dependency")

    def judge_guards(self):
        for marker in self.markers.of("guard"):
            covering = [
                site
                for site in self.facts.sites
                if any((p.file, p.line) == (marker.file, marker.line) for p in site.guard_places)
            ]
            kinds = sorted({site.guard_kind for site in covering})
            if not covering:
                self.tell(marker.file, marker.line, f"`{marker}`: guards no site")
            elif marker.text in GUARD_KINDS and marker.text not in kinds:
                self.tell(marker.file, marker.line, f"`{marker}`: told {kinds}", paste=f"#! guard: {kinds[0]}")

    def judge_faults(self):
        left = list(self.facts.endings)
        for marker in self.markers.of("fault"):
            if take(left, lambda e, m=marker: is_at(m, e[0]) and e[1] == m.text):
                continue
            here = take(left, lambda e, m=marker: is_at(m, e[0]))
            told = f"told `{here[1]}`" if here else "no token site is traced here"
            self.tell(marker.file, marker.line, f"`{marker}`: {told}", paste=here and f"#! fault: {here[1]}")

    def judge_handlers(self):
        for marker in self.markers.of("handler"):
            here = [h for h in self.facts.handlers if is_at(marker, h.place)]
            if not any(handler_fits(marker, h) for h in here):
                told = sorted({handler_text(h) for h in here})
                self.tell(
                    marker.file,
                    marker.line,
                    f"`{marker}`: " + (f"told `{'`, `'.join(told)}`" if told else "no fault arrives here"),
                    paste=told and f"#! handler: {told[0]}",
                )
        if "handlers" in self.markers.complete:
            marked = {(m.file, m.line) for m in self.markers.of("handler")}
            for handler in self.facts.handlers:
                key = (handler.place.file, handler.place.line)
                if key not in marked:
                    marked.add(key)
                    self.tell(*key, "unmarked handler", paste=f"#! handler: {handler_text(handler)}")

    def judge_calls(self):
        """`?` says that no callee in the package is known: there is no edge to stand beside the others."""
        for marker in self.markers.of("calls"):
            told = self.facts.edges.get((marker.file, marker.line), set())
            wanted = {name.strip() for name in marker.text.split(",")} - {"?"}
            missing = [w for w in wanted if not any(names_callee(w, t) for t in told)]
            extra = [t for t in told if not any(names_callee(w, t) for w in wanted)]
            if missing or extra:
                shown = ", ".join(sorted(told)) or "?"
                self.tell(marker.file, marker.line, f"`{marker}`: told {shown}", paste=f"#! calls: {shown}")
        if "calls" in self.markers.complete:
            marked = {(m.file, m.line) for m in self.markers.of("calls")}
            for (file, line), told in sorted(self.facts.edges.items()):
                if (file, line) not in marked and file in self.texts:
                    self.tell(file, line, "unmarked calls", paste=f"#! calls: {', '.join(sorted(told))}")


def take(items, fits):
    """Removes and returns the first item that fits; none when there is none."""
    for index, item in enumerate(items):
        if fits(item):
            return items.pop(index)
    return None


def is_at(marker, place):
    return (marker.file, marker.line) == (place.file, place.line)


def columns_of(place):
    same_line = place.end_line in (0, place.line)
    return (place.column, place.end_column) if same_line and place.column else ()


def is_said_by(marker, finding):
    return (
        is_at(marker, finding.place)
        and marker.rule.lower() in (finding.rule.lower(), finding.code.lower())
        and marker.message in finding.message
        and (not marker.columns or marker.columns == columns_of(finding.place))
    )


def describe(finding):
    columns = columns_of(finding.place)
    where = f" at columns {columns[0]} to {columns[1]}" if columns else ""
    return f"`{finding.rule}`{where}: {finding.message}"


def site_fits(marker, site):
    """`#! site: role`, and optionally origin, `sentinel` or `no-sentinel`, and the site's shape."""
    role, *rest = marker.text.split()
    known = {site.origin, site.shape, "sentinel" if site.sentinel else "no-sentinel"}
    return role == site.role and all(word in known for word in rest)


def site_text(site):
    if site.role != "token":
        return site.role
    return f"token {site.origin}" + (" sentinel" if site.sentinel else "")


def exception_types(clause):
    """`except (A, B) as e` gives `A, B`; what is no except clause is given back as it is."""
    clause = clause.strip().rstrip(":")
    if not clause.startswith("except"):
        return clause
    types = re.sub(r"^except\s*\*?", "", clause)
    types = re.sub(r"\s+as\s+\w+$", "", types).strip()
    if types.startswith("(") and types.endswith(")"):
        types = types[1:-1]
    return ", ".join(part.strip() for part in types.split(",") if part.strip())


def handler_text(handler):
    verdict = handler.verdict
    if verdict == "converts" and handler.converts_to:
        verdict = f"converts({handler.converts_to.rsplit('.', 1)[-1]})"
    return f"{exception_types(handler.clause) or 'bare'} -> {verdict}"


def handler_fits(marker, handler):
    types, arrow, verdict = (part.strip() for part in marker.text.rpartition("->"))
    types = exception_types(f"except {types}") if types.startswith("(") else types
    told_types, _, told_verdict = (part.strip() for part in handler_text(handler).rpartition("->"))
    if types and types != told_types and not (told_types == handler.clause and types in told_types):
        return False
    if verdict == told_verdict or verdict == handler.verdict:
        return True
    # converts(pkg.mod.Type) may be spelled out in full.
    return handler.verdict == "converts" and verdict == f"converts({handler.converts_to})"


def names_callee(wanted, told):
    return wanted == told or told.endswith("." + wanted)
