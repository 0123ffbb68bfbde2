// Two ways to one answer, over every program of the corpus: dominance by the dominator tree against "no path avoids
// it", and reaching definitions by SSA against "a path leads from the store to the read past no other store".

#include "dataflow/flow.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace decode_ledger::dataflow {
namespace {

using module_model::Binding;
using module_model::BindingKind;
using module_model::ModuleModel;

std::vector<std::filesystem::path> corpus_programs() {
  std::vector<std::filesystem::path> programs;
  for (const auto &entry : std::filesystem::recursive_directory_iterator("tests/corpus"))
    if (entry.path().extension() == ".py")
      programs.push_back(entry.path());
  std::ranges::sort(programs);
  return programs;
}

std::vector<NodeId> reachable_points(const Flow &flow) {
  std::vector<NodeId> points;
  for (const Flow::Block &block : flow.blocks())
    std::ranges::copy_if(block.points, std::back_inserter(points),
                         [&](NodeId node) { return flow.is_reachable(node); });
  return points;
}

/// Every seventh pair or so: enough to meet each construct many times, few enough to stay quick.
size_t wrong_dominance(const Flow &flow) {
  const std::vector<NodeId> points = reachable_points(flow);
  size_t wrong = 0;
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = i % 7; j < points.size(); j += 7)
      if (points[i] != points[j])
        wrong += flow.dominates(points[i], points[j]) != flow.one_dominates(std::span(&points[i], 1), points[j]);
  return wrong;
}

size_t wrong_reaching(const Flow &flow, const ModuleModel &model) {
  size_t wrong = 0;
  for (const NodeId use : reachable_points(flow)) {
    const std::span<const uint32_t> reaching = flow.reaching(use);
    // The target of `x += 1` is read before it is stored to, at a point that is not its own.
    if (reaching.empty() || model.tree.role(use) == parser::Role::Target)
      continue;
    const NameId name = model.tree.name(use);
    const std::span<const Binding> bindings = model.bindings_of(name, model.resolve(name, model.scope_at(use)));
    for (const Binding &binding : bindings) {
      if (binding.kind == BindingKind::Annotation || binding.kind == BindingKind::Delete ||
          !flow.is_reachable(binding.target))
        continue;
      std::vector<NodeId> others;
      for (const Binding &other : bindings)
        if (other.target != binding.target && other.kind != BindingKind::Annotation)
          others.push_back(other.target);
      const auto index = static_cast<uint32_t>(&binding - model.bindings.data());
      wrong += flow.may_reach_avoiding(binding.target, use, others) !=
               (std::ranges::find(reaching, index) != reaching.end());
    }
  }
  return wrong;
}

TEST_CASE("both ways agree on every program of the corpus") {
  size_t num_functions = 0;
  for (const std::filesystem::path &path : corpus_programs()) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const ModuleModel model = module_model::build_module_model(parser::parse(text.str()));
    for (uint32_t i = 0; i < model.functions.size(); ++i, ++num_functions) {
      const Flow flow = build_flow(model, FunctionId{i});
      CHECK_MESSAGE(wrong_dominance(flow) == 0, path.string(), " ", model.functions[i].qualified);
      CHECK_MESSAGE(wrong_reaching(flow, model) == 0, path.string(), " ", model.functions[i].qualified);
    }
  }
  CHECK(num_functions > 100);
}

} // namespace
} // namespace decode_ledger::dataflow
