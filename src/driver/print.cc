#include "driver/print.h"

#include "driver/call_graph.h"
#include "report/paint.h"
#include "report/places.h"

#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

using report::shown;

bool is_printed(const source::SourceFile &file) { return file.reported && file.state == source::ReadState::Read; }

std::string print_files(const Run &run) {
  std::string out;
  for (const source::SourceFile &file : run.sources->files)
    if (file.reported)
      out += shown(file.path) + "\n";
  return out;
}

/// One part a file, under its path.
template <class Dump> std::string by_file(const Run &run, Dump dump) {
  std::string out;
  for (size_t i = 0; i < run.sources->files.size(); ++i) {
    const source::SourceFile &file = run.sources->files[i];
    if (is_printed(file))
      out += fmt::format("{}== {}\n{}", out.empty() ? "" : "\n", shown(file.path), dump(i, file));
  }
  return out;
}

std::string print_syntax(const Run &run) {
  return by_file(run,
                 [&](size_t i, const source::SourceFile &file) { return parser::dump(run.models[i].tree, file.text); });
}

std::string print_module_models(const Run &run) {
  return by_file(run, [&](size_t i, const source::SourceFile &) { return module_model::dump(run.models[i]); });
}

std::string class_name(const package_model::PackageModel &model, const package_model::ClassName &name) {
  return name.id.valid() ? model.full_name(name.id) : name.external.empty() ? "?" : name.external;
}

std::string print_class(const package_model::PackageModel &model, ClassId id) {
  std::string mro;
  for (const package_model::ClassName &name : model.mro(id))
    mro += (mro.empty() ? "" : ", ") + class_name(model, name);
  return fmt::format("class {}: {}\n", model.full_name(id), mro);
}

std::string print_package_model(const Run &run) {
  const package_model::PackageModel &model = *run.model;
  return by_file(run, [&](size_t i, const source::SourceFile &file) {
    std::string out =
        fmt::format("module {}{}{}\n", file.module, file.is_package ? " package" : "", file.is_test ? " test" : "");
    const module_model::ModuleModel &module = model.module(FileId{i});
    for (size_t c = 0; c < module.classes.size(); ++c)
      out += print_class(model, model.global(FileId{i}, ClassId{c}));
    for (size_t f = 0; f < module.functions.size(); ++f)
      out += fmt::format("function {}\n", model.full_name(model.global(FileId{i}, FunctionId{f})));
    return out;
  });
}

std::string_view edge_kind_name(dataflow::EdgeKind kind) {
  switch (kind) {
  case dataflow::EdgeKind::Call:
    return "call";
  case dataflow::EdgeKind::Implicit:
    return "implicit";
  case dataflow::EdgeKind::Boundary:
    return "boundary";
  }
  return "call";
}

std::string print_call_graph(const Run &run) {
  const package_model::PackageModel &model = *run.model;
  report::Places places(*run.sources);
  std::string out;
  for (const dataflow::CallEdge &edge : dataflow::call_edges(*run.query))
    if (is_printed(run.sources->file(edge.site.file)))
      out += fmt::format("{} {} -> {} {}{}\n", places.line_column(model.range(edge.site)), model.full_name(edge.caller),
                         model.full_name(edge.callee), edge_kind_name(edge.kind),
                         edge.certainty == dataflow::Certainty::Possible ? " possible" : "");
  return out;
}

std::string print_flows(const Run &run) {
  const package_model::PackageModel &model = *run.model;
  return by_file(run, [&](size_t i, const source::SourceFile &file) {
    std::string out;
    const module_model::ModuleModel &module = model.module(FileId{i});
    for (size_t f = 0; f < module.functions.size(); ++f)
      out += fmt::format("-- {}\n{}", module.functions[f].qualified,
                         dataflow::dump(dataflow::build_flow(module, FunctionId{f}), module, file.text));
    return out;
  });
}

// ---- sites and what hangs on them ----

class SitePrinter {
public:
  explicit SitePrinter(const Run &run) : run_(run), places_(*run.sources) {}

  template <class Details> std::string print(bool sites_only, Details details) {
    std::string out;
    for (size_t i = 0; i < run_.sites.sites.size(); ++i) {
      const decode_sites::DecodeSite &site = run_.sites.sites[i];
      if (!run_.sources->file(site.node.file).reported || (sites_only && !site.is_site()))
        continue;
      out +=
          shown(fmt::format("{} {}", places_.line_column(site.name_range), site.key.text())) + details(SiteId{i}, site);
    }
    return out;
  }

  std::string line(std::string_view word, const SourceRange &place, std::string_view text) {
    return fmt::format("  {} {}{}\n", word, place.valid() ? shown(places_.line_column(place)) + " " : "", shown(text));
  }

  std::string evidence(const decode_sites::DecodeSite &site) {
    std::string out;
    for (const decode_sites::Evidence &step : site.role_evidence)
      out += line("role", step.place, step.text);
    for (const decode_sites::Evidence &step : site.origin_evidence)
      out += line("origin", step.place, step.text);
    return out;
  }

  std::string guard(const guards::SiteGuard &guard) {
    std::string out = fmt::format(" {}\n", guards::guard_verdict_name(guard.verdict));
    if (guard.place.valid())
      out += line("guard", run_.model->range(guard.place),
                  guard.function.valid() ? run_.model->full_name(guard.function) : "inline");
    if (!guard.why.empty())
      out += line("why", {}, guard.why);
    for (const guards::GuardFault &fault : guard.faults)
      out += line(diagnostics::rule_code(fault.rule), fault.place, fault.message);
    return out;
  }

  std::string trace(const exceptions_trace::Trace &trace) {
    std::string out = fmt::format(" {}\n", exceptions_trace::ending_name(trace.ending));
    out += line("why", {}, trace.ending_why);
    for (const exceptions_trace::HandlerMet &met : trace.handlers) {
      out += line("handler", met.place,
                  fmt::format("{} -> {}: {}{}", met.clause, exceptions_trace::handler_verdict_name(met.verdict),
                              met.why, met.masked ? " (masked)" : ""));
      for (const exceptions_trace::Frame &frame : met.chain)
        out += line("  frame", frame.place, run_.model->full_name(frame.function));
    }
    for (const exceptions_trace::Top &top : trace.tops)
      out += line("top", {}, fmt::format("{} ({})", run_.model->full_name(top.function), top.kind));
    for (const dataflow::UnresolvedCall &call : trace.unresolved)
      out += line("unresolved", run_.model->range(call.site), call.reason);
    return out;
  }

private:
  const Run &run_;
  report::Places places_;
};

std::string print_sites(const Run &run) {
  SitePrinter printer(run);
  return printer.print(false, [&](SiteId, const decode_sites::DecodeSite &site) {
    return fmt::format(" {} {}{}{} {}\n", decode_sites::role_name(site.role), decode_sites::origin_name(site.origin),
                       site.sentinel ? " sentinel" : "", site.is_test ? " test" : "", site.fingerprint) +
           printer.evidence(site);
  });
}

std::string print_guards(const Run &run) {
  SitePrinter printer(run);
  return printer.print(
      true, [&](SiteId id, const decode_sites::DecodeSite &) { return printer.guard(run.guards.sites[id.value]); });
}

std::string print_traces(const Run &run) {
  SitePrinter printer(run);
  return printer.print(true, [&](SiteId id, const decode_sites::DecodeSite &) {
    const exceptions_trace::Trace *trace = run.traces.of(id);
    return trace ? printer.trace(*trace) : " not traced\n";
  });
}

std::string print_verdicts(const Run &run) {
  if (!run.verdicts)
    return {};
  SitePrinter printer(run);
  return printer.print(false, [&](SiteId id, const decode_sites::DecodeSite &) {
    const ledger::SiteVerdict &verdict = run.verdicts->sites[id.value];
    std::string entry =
        verdict.entry ? fmt::format(" entry at line {}", run.ledger->sites[*verdict.entry].place.line) : "";
    return fmt::format(" {}{}{}{}\n", ledger::site_state_name(verdict.state), entry, verdict.moved ? " moved" : "",
                       verdict.drifted ? " drifted" : "");
  });
}

} // namespace

Stage stage_of(Print print) {
  switch (print) {
  case Print::Files:
    return Stage::Files;
  case Print::Syntax:
  case Print::ModuleModel:
    return Stage::Models;
  case Print::PackageModel:
  case Print::CallGraph:
  case Print::Cfg:
    return Stage::Package;
  case Print::Sites:
    return Stage::Sites;
  case Print::Guards:
    return Stage::Guards;
  case Print::Traces:
    return Stage::Traces;
  case Print::Verdicts:
  case Print::None:
    return Stage::Verdicts;
  }
  return Stage::Verdicts;
}

std::string print(const Run &run, Print print) {
  switch (print) {
  case Print::Files:
    return print_files(run);
  case Print::Syntax:
    return print_syntax(run);
  case Print::ModuleModel:
    return print_module_models(run);
  case Print::PackageModel:
    return print_package_model(run);
  case Print::CallGraph:
    return print_call_graph(run);
  case Print::Cfg:
    return print_flows(run);
  case Print::Sites:
    return print_sites(run);
  case Print::Guards:
    return print_guards(run);
  case Print::Traces:
    return print_traces(run);
  case Print::Verdicts:
    return print_verdicts(run);
  case Print::None:
    return {};
  }
  return {};
}

} // namespace decode_ledger::driver
