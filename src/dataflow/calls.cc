// Who runs at a call, and who calls a function?
//
// Problem: a handler that swallows a fault stands callers away, so "who calls f" must be answered; evaluating every
// call of the package to invert the answer would cost more than all the rest.
//
// Approach: forwards from the function. Its references are the uses of its name whose values contain it (the package
// model indexes uses by name). A reference that is called is an edge; one that is stored, passed, returned, yielded or
// put into a container is followed to where it is read; one that is handed to code outside the package is a Boundary.
//
//     def judge(x): …
//     CHECKS = [judge]                     reference, put into a list
//     def run(items):
//         for check in CHECKS: check(1)    read from it: edge run → judge
//     pool.submit(judge, 2)                Boundary edge
//
// What the language itself runs (a constructor, __call__, __enter__, __next__) is reached through the class: references
// to it are followed in the same way, and so are the instances that it makes.
//
// A method called on a receiver that nothing settles is a `possible` edge when few functions have that name, else an
// unresolved call. Ends: every node is followed once for one function. Cost is that of the uses of the name.
#include "dataflow/query_state.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace decode_ledger::dataflow {

namespace {

bool holds_function(const Values &values, FunctionId f) {
  return std::ranges::any_of(
      values, [&](const Traced &t) { return t.value.kind == Value::Kind::Function && t.value.function == f; });
}

bool is_not_known(const Traced &t) {
  return t.value.kind == Value::Kind::Unknown || t.value.kind == Value::Kind::Parameter;
}

/// True when something of it is not known, and nothing of it is code of the package: a call of it may run anything.
bool may_be_anything(const Values &values) {
  const auto is_ours = [](const Traced &t) {
    return t.value.kind == Value::Kind::Function || t.value.kind == Value::Kind::Class ||
           t.value.kind == Value::Kind::Instance || t.value.kind == Value::Kind::Partial;
  };
  return std::ranges::any_of(values, is_not_known) && std::ranges::none_of(values, is_ours);
}

/// True when a binding gives its name to a function or class itself. A variable that only holds one is followed to its
/// reads from where it was given it.
bool is_definition(const Binding &b) {
  return b.kind == BindingKind::Function || b.kind == BindingKind::Class || b.kind == BindingKind::Import ||
         b.kind == BindingKind::ImportFrom;
}

} // namespace

/// The method that runs when an instance is called: __call__, or forward where a framework's base class has the
/// __call__ (torch.nn.Module does).
FunctionId Query::State::called_method_of(ClassId c) const {
  if (const FunctionId call = model.method(c, model.find_name("__call__")); call.valid())
    return call;
  const bool has_outside_base = std::ranges::any_of(
      model.mro(c), [](const ClassName &b) { return b.is_unknown() || (!b.id.valid() && b.external != "object"); });
  return has_outside_base ? model.method(c, model.find_name("forward")) : FunctionId{};
}

/// `f.remote(x)`, `f.options(num_cpus=1).remote(x)`: the call by which what `ref` is runs in another process.
NodeRef Query::State::remote_call_of(NodeRef ref) const {
  const NodeRef attribute = parent(ref), call = parent(attribute);
  if (kind(attribute) != Kind::Attribute || kind(call) != Kind::Call ||
      tree(attribute).role(attribute.node) != Role::Callee)
    return {};
  const std::string_view name = text(model.name(attribute));
  return name == "remote" ? call : name == "options" ? remote_call_of(call) : NodeRef{};
}

FunctionId Query::State::constructor_of(ClassId c) const {
  if (const FunctionId init = model.method(c, model.find_name("__init__")); init.valid())
    return init;
  return model.method(c, model.find_name("__new__"));
}

// Callees.

std::vector<CallEdge> Query::State::callees_of(NodeRef site) {
  std::vector<CallEdge> out;
  const FunctionId caller = model.function_at(site);
  const auto add = [&](FunctionId f, EdgeKind edge_kind, Certainty certainty) {
    if (f.valid() && std::ranges::none_of(out, [&](const CallEdge &e) { return e.callee == f; }))
      out.push_back({caller, f, site, certainty, edge_kind, {}});
  };
  const std::function<void(const Traced &, unsigned)> add_value = [&](const Traced &t, unsigned depth) {
    switch (t.value.kind) {
    case Value::Kind::Function:
      add(t.value.function, EdgeKind::Call, Certainty::Certain);
      break;
    case Value::Kind::Class:
      for (const char *name : {"__new__", "__init__", "__post_init__"})
        add(model.method(t.value.class_, model.find_name(name)), EdgeKind::Implicit, Certainty::Certain);
      break;
    case Value::Kind::Instance:
      add(called_method_of(t.value.class_), EdgeKind::Implicit, Certainty::Certain);
      break;
    case Value::Kind::Partial:
      if (depth < 4)
        for (const Traced &inner : values_of(first_argument(t.value.node)))
          add_value(inner, depth + 1);
      break;
    default:
      break;
    }
  };
  switch (kind(site)) {
  case Kind::Call: {
    const NodeRef callee = child(site, Role::Callee);
    if (!callee.valid())
      break;
    const Values &values = values_of(callee);
    for (const Traced &t : values)
      add_value(t, 0);
    if (out.empty() && kind(callee) == Kind::Attribute && may_be_anything(values))
      for (FunctionId f : methods_by_name_alone(model.name(callee), site))
        add(f, EdgeKind::Call, Certainty::Possible);
    break;
  }
  case Kind::Attribute:
    for (FunctionId f : is_read(site) ? properties_read_by(site) : setters_run_by(site))
      add(f, EdgeKind::Implicit, Certainty::Certain);
    break;
  case Kind::Decorator:
    for (const Traced &t : values_of(child(site, Role::Value))) {
      if (t.value.kind == Value::Kind::Class)
        add(constructor_of(t.value.class_), EdgeKind::Implicit, Certainty::Certain);
      else if (t.value.kind == Value::Kind::Function)
        add(t.value.function, EdgeKind::Implicit, Certainty::Certain);
      else
        add_value(t, 0);
    }
    break;
  case Kind::WithItem:
    for (const Traced &t : values_of(child(site, Role::Value)))
      if (t.value.kind == Value::Kind::Instance)
        for (const char *name : {"__enter__", "__exit__", "__aenter__", "__aexit__"})
          add(model.method(t.value.class_, model.find_name(name)), EdgeKind::Implicit, Certainty::Certain);
    break;
  case Kind::For:
  case Kind::CompFor:
    for (const Traced &t : Values(values_of(child(site, Role::Iter))))
      for (FunctionId f : iteration_methods(t.value))
        add(f, EdgeKind::Implicit, Certainty::Certain);
    break;
  case Kind::Raise: // of a class: makes an instance
    for (const Traced &t : values_of(child(site, Role::Value)))
      if (t.value.kind == Value::Kind::Class)
        add(constructor_of(t.value.class_), EdgeKind::Implicit, Certainty::Certain);
    break;
  default:
    break;
  }
  return out;
}

/// What runs when an instance is iterated: __iter__ and the __next__ of what that gives.
std::vector<FunctionId> Query::State::iteration_methods(const Value &iterated) {
  std::vector<FunctionId> out;
  const auto add_method = [&](ClassId c, std::string_view name) {
    const FunctionId f = model.method(c, model.find_name(name));
    if (f.valid() && std::ranges::count(out, f) == 0)
      out.push_back(f);
    return f;
  };
  if (iterated.kind != Value::Kind::Instance)
    return out;
  for (const auto &[iter, next] : {std::pair("__iter__", "__next__"), std::pair("__aiter__", "__anext__")})
    if (const FunctionId f = add_method(iterated.class_, iter); f.valid())
      for (const Traced &t : returns_of(f))
        if (t.value.kind == Value::Kind::Instance)
          add_method(t.value.class_, next);
  return out;
}

const NamedMethods &Query::State::methods_named(NameId name, bool with_tests) {
  const std::tuple key(name, with_tests);
  if (const NamedMethods *kept = find_kept(*this, &State::named_methods, key))
    return *kept;
  NamedMethods &out = named_methods[key];
  if (text(name).starts_with("__")) { // classes have it that the package does not know of
    out.bound = "max_name_families";
    return out;
  }
  std::vector<ClassId> families;
  for (FunctionId f : model.functions_named(name)) {
    if (!model.class_of(f).valid() || (!with_tests && model.sources().file(model.file_of(f)).is_test))
      continue;
    out.methods.push_back(f);
    if (const ClassId first = first_definer(model.class_of(f), name); std::ranges::count(families, first) == 0)
      families.push_back(first);
    if (families.size() > bounds.max_name_families)
      out.bound = "max_name_families";
    else if (out.methods.size() > bounds.max_name_callees)
      out.bound = "max_name_callees";
    if (out.bound != nullptr) {
      out.methods.clear();
      break;
    }
  }
  return out;
}

/// Methods that a call on an unknown receiver may mean. Empty when there are too many to say anything.
std::vector<FunctionId> Query::State::methods_by_name_alone(NameId name, NodeRef site) {
  std::vector<FunctionId> out;
  const NamedMethods &named = methods_named(name, model.sources().file(site.file).is_test);
  if (named.bound != nullptr)
    reached.insert({named.bound, site});
  std::ranges::copy_if(named.methods, std::back_inserter(out), [&](FunctionId f) { return can_take(f, site); });
  return out;
}

/// The furthest base of `c` in the package that has a method of that name: what overrides it are one family.
ClassId Query::State::first_definer(ClassId c, NameId name) const {
  ClassId first = c;
  for (const ClassName &base : model.mro(c))
    if (base.id.valid() && model.method_in(base.id, name).valid())
      first = base.id;
  return first;
}

/// False when the call passes what the method's parameters do not take, or leaves out one that it must have.
bool Query::State::can_take(FunctionId method, NodeRef call) const {
  if (kind(call) != Kind::Call)
    return true;
  const SyntaxTree &own = model.tree(model.file_of(method));
  const auto &fn = model.function(method);
  std::vector<NodeId> open(fn.parameters.begin() + (fn.parameters.empty() || is_static_method(method) ? 0 : 1),
                           fn.parameters.end());
  const auto is_variadic = [&](NodeId p) {
    return own.has(p, parser::kStarParam) || own.has(p, parser::kDoubleStarParam);
  };
  bool is_open_ended = false; // `*` or `**` in the call may pass anything
  for (NodeId a : tree(call).children(call.node)) {
    if (tree(call).role(a) != Role::Argument)
      continue;
    const Kind k = tree(call).kind(a);
    if (k == Kind::Starred || k == Kind::DoubleStarred) {
      is_open_ended = true;
      continue;
    }
    const auto taker = std::ranges::find_if(open, [&](NodeId p) {
      return k == Kind::Keyword ? own.has(p, parser::kDoubleStarParam) || own.name(p) == tree(call).name(a)
                                : !own.has(p, parser::kKeywordOnly) && !own.has(p, parser::kDoubleStarParam);
    });
    if (taker == open.end())
      return is_open_ended && k != Kind::Keyword;
    if (!is_variadic(*taker))
      open.erase(taker);
  }
  // A decorator may pass what the call does not.
  return is_open_ended || !fn.decorators.empty() ||
         std::ranges::all_of(open, [&](NodeId p) { return is_variadic(p) || own.child(p, Role::Default).valid(); });
}

std::vector<FunctionId> Query::State::properties_read_by(NodeRef attribute) {
  std::vector<FunctionId> out;
  const NameId name = model.name(attribute);
  for (const Traced &t : values_of(child(attribute, Role::Value)))
    if (t.value.kind == Value::Kind::Instance)
      if (const FunctionId f = model.method(t.value.class_, name); f.valid() && is_property(f))
        out.push_back(f);
  return out;
}

/// What `x.name = …` runs.
std::vector<FunctionId> Query::State::setters_run_by(NodeRef attribute) {
  std::vector<FunctionId> out;
  if (!tree(attribute).has(attribute.node, parser::kStore))
    return out;
  for (const Traced &t : values_of(child(attribute, Role::Value)))
    if (t.value.kind == Value::Kind::Instance)
      if (const FunctionId f = model.setter(t.value.class_, model.name(attribute)); f.valid())
        out.push_back(f);
  return out;
}

/// `attribute` of an object gives that object, as its own value or when it is called: `model.to(device)`.
bool Query::State::gives_receiver(NodeRef attribute) {
  const bool is_called = tree(attribute).role(attribute.node) == Role::Callee;
  return std::ranges::any_of(values_of(attribute), [&](const Traced &t) {
    return is_called ? t.value.kind == Value::Kind::Member && does(t.value.text, "receiver")
                     : t.value.kind == Value::Kind::Instance &&
                           std::ranges::any_of(values_of(child(attribute, Role::Value)),
                                               [&](const Traced &of) { return of.value == t.value; });
  });
}

// Callers.

/// Calls of getattr with this constant name; empty: with a name that is none.
const std::vector<NodeRef> &Query::State::getattr_calls(const std::string &name) {
  static const std::vector<NodeRef> kNone;
  if (!getattrs && !(whole && whole->getattrs)) {
    getattrs.emplace();
    for (NodeRef use : model.uses(model.find_name("getattr")))
      if (kind(parent(use)) == Kind::Call && tree(use).role(use.node) == Role::Callee)
        if (const NodeRef attribute = first_argument(parent(use), 1); attribute.valid())
          (*getattrs)[constant_string(attribute).value_or(std::string())].push_back(parent(use));
  }
  const auto &found = getattrs ? *getattrs : *whole->getattrs;
  const auto it = found.find(name);
  return it == found.end() ? kNone : it->second;
}

NameReads &Query::State::reads_of(NameId name) {
  const auto [found, is_new] = name_reads.try_emplace(name);
  NameReads &reads = found->second;
  if (!is_new)
    return reads;
  if (const NameReads *kept = whole ? find_kept(*whole, &State::name_reads, name) : nullptr)
    return reads = *kept;
  for (NodeRef use : model.uses(name)) {
    if (kind(use) == Kind::Keyword || !is_read(use))
      continue;
    if (kind(use) == Kind::Attribute) {
      reads.open.push_back({use, self_class_at(use)});
      continue;
    }
    const auto &module = model.module(use.file);
    const ScopeId owner = module.resolve(name, module.scope_at(use.node));
    if (!owner.valid())
      reads.unbound.push_back(use);
    else if (std::ranges::any_of(module.bindings_of(name, owner), is_definition))
      reads.open.push_back({use, {}});
  }
  return reads;
}

/// Of an attribute of a method's first parameter, `self.x` or `cls.x`: the class that the method is in. None: anything
/// else, or the parameter is bound again.
ClassId Query::State::self_class_at(NodeRef attribute) const {
  const NodeRef receiver = child(attribute, Role::Value);
  if (kind(receiver) != Kind::Name)
    return {};
  const ModuleModel &m = model.module(receiver.file);
  const NameId name = model.name(receiver);
  const ScopeId owner = m.resolve(name, m.scope_at(receiver.node));
  if (!owner.valid() || m.scopes[owner.value].kind != ScopeKind::Function)
    return {};
  const FunctionId f = model.global(receiver.file, m.scopes[owner.value].function);
  const auto &fn = model.function(f);
  const bool is_first = !fn.parameters.empty() && m.tree.name(fn.parameters.front()) == name;
  return is_first && m.bindings_of(name, owner).size() == 1 && !is_static_method(f) ? model.class_of(f) : ClassId{};
}

/// True when an instance of one can be an instance of the other, as far as bases can be read.
bool Query::State::are_related(ClassId a, ClassId b) const {
  const auto may_derive_from = [&](ClassId derived, ClassId base) {
    return std::ranges::any_of(model.mro(derived), [&](const ClassName &c) { return c.is_unknown() || c.id == base; });
  };
  return may_derive_from(a, b) || may_derive_from(b, a);
}

/// Takes out of the open ones those that were answered for good.
void Query::State::sort_reads(NameReads &reads) const {
  std::erase_if(reads.open, [&](const NameReads::Open &open) {
    const NodeRef use = open.use;
    const Answer *answer = find_answer(use);
    if (answer == nullptr || answer->state != Answer::State::Final)
      return false;
    if (kind(use) == Kind::Attribute && may_be_anything(answer->values))
      reads.unsettled.push_back(use);
    for (const Traced &t : answer->values)
      if (t.value.kind == Value::Kind::Function)
        if (std::vector<NodeRef> &uses = reads.holding[t.value.function]; uses.empty() || uses.back() != use)
          uses.push_back(use);
    return true;
  });
}

/// Follows the references to one function (or, for methods that the language calls, to the instances and classes
/// through which it is called) and collects the edges.
class CallerSearch {
public:
  CallerSearch(Query::State &state, FunctionId wanted) : s_(state), wanted_(wanted) {
    in_test_ = s_.model.sources().file(s_.model.file_of(wanted)).is_test;
  }

  void run() {
    const auto &fn = s_.model.function(wanted_);
    const ClassId c = s_.model.class_of(wanted_);
    const NodeRef node = s_.model.node_of(wanted_);
    if (c.valid())
      way_ = way_of(c, s_.text(fn.name));
    do {
      look_around(node, fn, c);
    } while (must_go_again());
    std::ranges::sort(edges_, {}, [](const CallEdge &e) { return std::tuple(e.site, e.kind, e.argument); });
    const auto twins = std::ranges::unique(edges_, [](const CallEdge &a, const CallEdge &b) {
      return a.site == b.site && a.kind == b.kind && a.argument == b.argument;
    });
    edges_.erase(twins.begin(), twins.end());
  }

  std::vector<CallEdge> take_edges() { return std::move(edges_); }
  std::vector<UnresolvedCall> take_unresolved() { return std::move(unresolved_); }

private:
  void look_around(NodeRef node, const module_model::Function &fn, ClassId c) {
    if (s_.kind(node) == Kind::Lambda) {
      follow(node);
    } else if (s_.model.is_setter(wanted_)) {
      look_at_stores(fn.name);
    } else if (fn.name.valid()) {
      for (NameId name : s_.model.names_for(fn.name))
        look_at_reads(name);
      for (NodeRef call : s_.getattr_calls(std::string(s_.text(fn.name))))
        if (counts(call) && carries(call))
          follow(call);
      if (c.valid() && !s_.text(fn.name).starts_with('_'))
        for (NodeRef call : s_.getattr_calls({}))
          if (counts(call))
            look_at_computed_name(call);
      look_at_decorators(node);
    }
    if (way_ != Way::ByName)
      look_at_class(c);
  }

  /// A container was passed over, and was found later to hold what is followed: from the beginning, with that known.
  bool must_go_again() {
    const bool has_missed = std::ranges::any_of(passed_over_, [&](NodeRef c) { return seen_.contains(c); });
    if (!has_missed || ++num_rounds_ >= kMaxRounds)
      return false;
    holders_ = std::exchange(seen_, {});
    passed_over_.clear();
    edges_.clear();
    unresolved_.clear();
    return true;
  }

  /// How the wanted function comes to run without being named: a method by what is done to an instance, or by the
  /// making of one.
  enum class Way : uint8_t { ByName, Constructs, Called, Entered, Iterated };

  Way way_of(ClassId c, std::string_view name) const {
    if (name == "__init__" || name == "__new__" || name == "__post_init__")
      return Way::Constructs;
    if (name == "__call__" || (name == "forward" && s_.called_method_of(c) == wanted_))
      return Way::Called;
    if (name == "__enter__" || name == "__exit__" || name == "__aenter__" || name == "__aexit__")
      return Way::Entered;
    if (name == "__iter__" || name == "__next__" || name == "__aiter__" || name == "__anext__")
      return Way::Iterated;
    return Way::ByName;
  }

  bool counts(NodeRef place) const { return in_test_ || !s_.model.sources().file(place.file).is_test; }

  void look_at_reads(NameId name) {
    NameReads &reads = s_.reads_of(name);
    if (s_.is_property(wanted_)) { // what reads it holds what it gives
      for (NodeRef use : s_.model.uses(name))
        if (s_.kind(use) == Kind::Attribute && s_.is_read(use) && can_see_wanted(use, s_.self_class_at(use)))
          look_at_use(use);
      return;
    }
    // Copies: on the way to an answer the same reads may be looked at for another function.
    std::vector<NodeRef> uses;
    for (const NameReads::Open &open : reads.open)
      if (s_.kind(open.use) == Kind::Name || can_see_wanted(open.use, open.self))
        uses.push_back(open.use);
    uses.insert(uses.end(), reads.unsettled.begin(), reads.unsettled.end());
    if (const auto held = reads.holding.find(wanted_); held != reads.holding.end())
      uses.insert(uses.end(), held->second.begin(), held->second.end());
    for (NodeRef use : reads.unbound)
      if (!s_.model.class_of(wanted_).valid() || s_.model.parent_of(wanted_) == s_.model.function_at(use))
        uses.push_back(use);
    std::ranges::sort(uses);
    for (NodeRef use : uses)
      look_at_use(use);
    s_.sort_reads(reads);
  }

  /// The wanted function is a setter: it runs where the attribute is stored to.
  void look_at_stores(NameId name) {
    for (NodeRef use : s_.model.uses(name))
      if (s_.kind(use) == Kind::Attribute && s_.tree(use).has(use.node, parser::kStore) && counts(use) &&
          can_see_wanted(use, s_.self_class_at(use)) && std::ranges::count(s_.setters_run_by(use), wanted_) > 0)
        add(use, EdgeKind::Implicit, Certainty::Certain);
  }

  /// False when the attribute `use`, of a `self` of class `self` (none: of anything else), surely is not the wanted
  /// function itself: that of a class which has nothing to do with its own. Where such an object was given the function
  /// to hold, it is followed from there.
  bool can_see_wanted(NodeRef use, ClassId self) {
    if (!self.valid())
      return true;
    const ClassId c = s_.model.class_of(wanted_);
    if (!c.valid())
      return false;
    if (s_.are_related(self, c))
      return true;
    // Called while nobody knows what it is, it may be any method of the name.
    return s_.tree(use).role(use.node) == Role::Callee && !s_.is_property(wanted_) &&
           !s_.model.method(self, s_.model.name(use)).valid();
  }

  /// `use` is a Name or Attribute that is read and has the wanted function's name.
  void look_at_use(NodeRef use) {
    const Kind k = s_.kind(use);
    if (!counts(use))
      return;
    const Values &values = s_.values_of(use);
    if (values.empty() && k == Kind::Name)
      ++s_.num_cuts;
    if (holds_function(values, wanted_)) {
      follow(use);
      return;
    }
    if (k != Kind::Attribute)
      return;
    if (s_.is_property(wanted_)) {
      if (std::ranges::count(s_.properties_read_by(use), wanted_) > 0)
        add(use, EdgeKind::Implicit, Certainty::Certain);
      return;
    }
    const NodeRef call = s_.parent(use);
    if (s_.kind(call) != Kind::Call || s_.tree(use).role(use.node) != Role::Callee || !may_be_anything(values) ||
        !s_.model.class_of(wanted_).valid())
      return;
    const std::string_view name = s_.text(s_.model.name(use));
    const NamedMethods &named = s_.methods_named(s_.model.name(use), s_.model.sources().file(use.file).is_test);
    if (named.bound != nullptr) {
      s_.reached.insert({named.bound, call});
      unresolved_.push_back(
          {call, fmt::format("the receiver of `{}` is not known, and more than {} methods have that name", name,
                             s_.bounds.max_name_families)});
    } else if (std::ranges::count(named.methods, wanted_) > 0 && s_.can_take(wanted_, call)) {
      add(call, EdgeKind::Call, Certainty::Possible);
    }
  }

  /// `getattr(o, name)(…)` with an o that has the wanted method: runs it, unless the name is another or the method cannot
  /// take the call.
  void look_at_computed_name(NodeRef getattr) {
    const NodeRef call = s_.parent(getattr);
    if (s_.kind(call) != Kind::Call || s_.tree(getattr).role(getattr.node) != Role::Callee ||
        !s_.can_take(wanted_, call))
      return;
    const NameId name = s_.model.function(wanted_).name;
    const bool has_it = std::ranges::any_of(s_.values_of(s_.first_argument(getattr)), [&](const Traced &t) {
      return t.value.kind == Value::Kind::Instance &&
             (s_.model.method(t.value.class_, name) == wanted_ ||
              (t.value.may_be_subclass && s_.are_related(t.value.class_, s_.model.class_of(wanted_))));
    });
    if (has_it && std::ranges::any_of(s_.values_of(s_.first_argument(getattr, 1)), [&](const Traced &t) {
          const auto text = t.value.kind == Value::Kind::Literal ? s_.constant_string(t.value.node) : std::nullopt;
          return !text || *text == s_.text(name);
        }))
      add(call, EdgeKind::Call, Certainty::Possible);
  }

  /// The wanted function is what the decorated name is no more: a decorator receives it. The next one receives it if the
  /// first gives it back.
  void look_at_decorators(NodeRef def) {
    const auto &decorators = s_.model.function(wanted_).decorators;
    for (size_t i = decorators.size(); i-- > 0;) {
      hand_to_decorator({def.file, decorators[i]});
      if (i > 0 && !carries({def.file, decorators[i]}))
        return;
    }
  }

  void hand_to_decorator(NodeRef decorator) {
    const Values values = s_.values_of(s_.child(decorator, Role::Value));
    for (const Traced &t : values)
      if (t.value.kind == Value::Kind::Function)
        follow_parameter(t.value.function, 0);
      else if (t.value.kind == Value::Kind::Class)
        follow_parameter(s_.constructor_of(t.value.class_), 1);
      else if (t.value.kind == Value::Kind::Instance)
        follow_parameter(s_.called_method_of(t.value.class_), 1);
  }

  // Methods that the language calls.

  void look_at_class(ClassId c) {
    std::vector<ClassId> classes{c};
    for (ClassId sub : s_.model.subclasses(c))
      if (runs_through(sub))
        classes.push_back(sub);
    if (way_ == Way::Constructs)
      for (ClassId k : classes)
        look_at_cls_calls(k);
    for (ClassId k : classes)
      for (NameId alias : s_.model.names_for(s_.model.class_(k).name))
        look_at_class_uses(k, alias);
  }

  /// `cls(…)` in the class methods of `c`.
  void look_at_cls_calls(ClassId c) {
    const FileId file = s_.model.file_of(c);
    for (const module_model::Binding &b : s_.model.module(file).bindings_in(s_.model.class_(c).scope)) {
      if (b.kind != BindingKind::Function)
        continue;
      const FunctionId method = s_.model.function_of_node({file, b.source});
      const auto &fn = s_.model.function(method);
      if (fn.parameters.empty() || fn.decorators.empty())
        continue;
      for (NodeRef use : s_.model.uses(s_.model.tree(file).name(fn.parameters.front()), file))
        if (s_.tree(use).is_inside(use.node, fn.node) && s_.kind(s_.parent(use)) == Kind::Call &&
            s_.tree(use).role(use.node) == Role::Callee && counts(use) &&
            std::ranges::any_of(s_.values_of(use), [&](const Traced &t) {
              return t.value.kind == Value::Kind::Class && s_.constructor_of(t.value.class_) == wanted_;
            }))
          add(s_.parent(use), EdgeKind::Implicit, Certainty::Certain);
    }
  }

  void look_at_class_uses(ClassId c, NameId name) {
    for (NodeRef use : s_.model.uses(name)) {
      if (s_.kind(use) == Kind::Keyword || !s_.is_read(use) || !counts(use) || !is_passed_on(use))
        continue;
      const Values &values = s_.values_of(use);
      if (std::ranges::any_of(
              values, [&](const Traced &t) { return t.value.kind == Value::Kind::Class && t.value.class_ == c; }))
        follow(use);
    }
  }

  /// The class is called there, or goes on as a value: most uses are annotations, bases and `Class.name`.
  bool is_passed_on(NodeRef use) const {
    const NodeRef around = s_.parent(use);
    switch (s_.tree(use).role(use.node)) {
    case Role::Callee:
      return s_.kind(around) == Kind::Call;
    case Role::Argument:
      return s_.kind(around) == Kind::Call &&
             !s_.does(s_.text(s_.model.name(s_.child(around, Role::Callee))), "looks-at");
    case Role::Body:
    case Role::Orelse:
    case Role::Element:
    case Role::Default:
      return true;
    case Role::Value:
      return s_.kind(around) != Kind::Attribute && s_.kind(around) != Kind::Subscript;
    default:
      return false;
    }
  }

  // References.

  /// True when `e` can be the wanted function, an object or class through which it runs, or a container that was found
  /// to hold one of these.
  bool carries(NodeRef e) {
    const Values &values = s_.values_of(e);
    if (values.empty())
      ++s_.num_cuts; // an open question's: the edges found without it must not be remembered
    return std::ranges::any_of(values, [&](const Traced &t) {
      switch (t.value.kind) {
      case Value::Kind::Function:
        return t.value.function == wanted_;
      case Value::Kind::Instance:
        return way_ != Way::Constructs && runs_through(t.value.class_);
      case Value::Kind::Class:
        return runs_through(t.value.class_);
      case Value::Kind::Partial:
        return seen_.contains(t.value.node);
      case Value::Kind::Container:
        if (seen_.contains(t.value.node) || holders_.contains(t.value.node))
          return true;
        passed_over_.insert(t.value.node);
        return false;
      default:
        return false;
      }
    });
  }

  bool runs_through(ClassId c) const {
    if (way_ == Way::ByName)
      return false;
    return way_ == Way::Called ? s_.called_method_of(c) == wanted_
                               : s_.model.method(c, s_.model.function(wanted_).name) == wanted_;
  }

  bool is_a(Value::Kind kind, NodeRef ref) {
    return std::ranges::any_of(s_.values_of(ref), [&](const Traced &t) { return t.value.kind == kind; });
  }
  bool is_function(NodeRef ref) { return is_a(Value::Kind::Function, ref); }

  void add(NodeRef site, EdgeKind edge_kind, Certainty certainty, NodeRef argument = {}) {
    edges_.push_back({s_.model.function_at(site), wanted_, site, certainty, edge_kind, argument});
  }

  /// `ref` evaluates to what carries the wanted function: where does it go?
  void follow(NodeRef ref) {
    if (!seen_.insert(ref).second || seen_.size() > kMaxReferences)
      return;
    const NodeRef around = s_.parent(ref);
    if (!around.valid())
      return;
    switch (s_.tree(ref).role(ref.node)) {
    case Role::Callee:
      if (s_.kind(around) == Kind::Call)
        follow_called(around, ref);
      return;
    case Role::Argument:
      if (s_.kind(around) == Kind::Call)
        follow_argument(around, ref, {});
      return;
    case Role::Body:
    case Role::Orelse:
      if (s_.kind(around) == Kind::Conditional)
        follow(around);
      else if (s_.kind(around) == Kind::Lambda)
        follow_returned(s_.model.function_of_node(around));
      return;
    case Role::Left:
    case Role::Right:
      if (s_.kind(around) == Kind::BoolOp)
        follow(around);
      return;
    case Role::Element:
      follow(around);
      return;
    case Role::Iter:
      if (way_ == Way::Iterated && is_a(Value::Kind::Instance, ref))
        add(around, EdgeKind::Implicit, Certainty::Certain);
      follow_loop(around);
      return;
    case Role::Default:
      if (s_.kind(around) == Kind::Parameter)
        follow_parameter_uses(around);
      return;
    case Role::Value:
      follow_value(around, ref);
      return;
    default:
      return;
    }
  }

  /// `ref` is called: the wanted function runs, or an instance is made through which it does.
  void follow_called(NodeRef call, NodeRef ref) {
    if (way_ != Way::Constructs && is_a(Value::Kind::Class, ref))
      follow(call);
    else if (is_function(ref))
      add(call, s_.kind(ref) == Kind::Call ? EdgeKind::Implicit : EdgeKind::Call, Certainty::Certain);
    else if (way_ != Way::Entered && way_ != Way::Iterated)
      add(call, EdgeKind::Implicit, Certainty::Certain);
  }

  void follow_value(NodeRef around, NodeRef ref) {
    switch (s_.kind(around)) {
    case Kind::Assign:
    case Kind::Named:
      follow_targets(around);
      return;
    case Kind::Await:
    case Kind::Starred:
      follow(around);
      return;
    case Kind::Return:
      follow_returned(s_.model.function_at(around));
      return;
    case Kind::Yield: // in the generator that a call gives
      seen_.insert(s_.model.node_of(s_.model.function_at(around)));
      follow_returned(s_.model.function_at(around));
      return;
    case Kind::Raise:
      if (way_ == Way::Constructs)
        add(around, EdgeKind::Implicit, Certainty::Certain);
      return;
    case Kind::Keyword:
      if (s_.kind(s_.parent(around)) == Kind::Call)
        follow_argument(s_.parent(around), ref, s_.model.name(around));
      return;
    case Kind::Pair:
    case Kind::DoubleStarred:
      follow(s_.parent(around));
      return;
    case Kind::Subscript:
      if (s_.kind(s_.child(around, Role::Index)) == Kind::Slice || carries(around))
        follow(around);
      return;
    case Kind::Attribute:
      if (s_.kind(s_.parent(around)) == Kind::Call && is_a(Value::Kind::Container, ref))
        follow_container_method(around);
      else if (const NodeRef call = s_.remote_call_of(ref); call.valid() && is_function(ref))
        add(call, EdgeKind::Boundary, Certainty::Certain, ref);
      else if (s_.gives_receiver(around))
        follow(s_.tree(around).role(around.node) == Role::Callee ? s_.parent(around) : around);
      return;
    case Kind::Decorator:
      add(around, EdgeKind::Implicit, Certainty::Certain);
      return;
    case Kind::WithItem:
      if (way_ == Way::Entered && is_a(Value::Kind::Instance, ref))
        add(around, EdgeKind::Implicit, Certainty::Certain);
      follow_targets(around);
      return;
    default:
      return;
    }
  }

  void follow_targets(NodeRef assignment) {
    const SyntaxTree &t = s_.tree(assignment);
    for (NodeId c : t.children(assignment.node))
      if (t.role(c) == Role::Target)
        for (NodeId n = c; n.value < t.next(c).value; n = NodeId{n.value + 1})
          if (t.has(n, parser::kStore)) {
            if (t.kind(n) == Kind::Name || t.kind(n) == Kind::Attribute)
              follow_reads_of({assignment.file, n});
            else if (t.kind(n) == Kind::Subscript)
              follow_put_into({assignment.file, t.child(n, Role::Value)});
          }
  }

  /// The containers that `expression` can be hold what is followed: on from where each was made.
  void follow_put_into(NodeRef expression) {
    const Values containers = s_.values_of(expression);
    for (const Traced &t : containers)
      if (t.value.kind == Value::Kind::Container)
        follow(t.value.node);
  }

  /// Reads of a variable or attribute that carry the function.
  void follow_reads_of(NodeRef target) {
    const NameId name = s_.model.name(target);
    const ClassId owner = s_.kind(target) == Kind::Attribute ? s_.self_class_at(target) : ClassId{};
    for (NodeRef use : uses_of_target(target, name)) {
      if (s_.kind(use) == Kind::Keyword || !s_.is_read(use) || !counts(use))
        continue;
      if (owner.valid() && !can_read_from(use, owner))
        continue;
      if (carries(use))
        follow(use);
    }
  }

  /// False when `use` surely reads another attribute than the one of this name in `owner`: that of a class which has
  /// nothing to do with it, or no attribute at all.
  bool can_read_from(NodeRef use, ClassId owner) const {
    if (s_.kind(use) != Kind::Attribute)
      return false;
    const ClassId self = s_.self_class_at(use);
    return !self.valid() || s_.are_related(self, owner);
  }

  /// Where what is bound at `target` can be read: a local name in its own file only.
  std::span<const NodeRef> uses_of_target(NodeRef target, NameId name) const {
    const bool local = s_.kind(target) == Kind::Name && !is_module_level(target);
    return local ? s_.model.uses(name, target.file) : s_.model.uses(name);
  }

  bool is_module_level(NodeRef name) const {
    const ModuleModel &m = s_.model.module(name.file);
    const ScopeKind k = m.scopes[m.scope_at(name.node).value].kind;
    return k == ScopeKind::Module || k == ScopeKind::Class;
  }

  /// `f` gives what is followed: on where it is called, or where the language takes it from there.
  void follow_returned(FunctionId f) {
    if (!f.valid())
      return;
    for (const CallEdge &e : s_.callers_of(f)) {
      if (e.kind == EdgeKind::Boundary) {
        if (s_.kind(e.site) == Kind::Call && s_.is_map(e.site))
          follow(e.site); // its elements
        continue;
      }
      switch (s_.kind(e.site)) {
      case Kind::Decorator:
        follow_decorated(e.site);
        break;
      case Kind::Call:
        if (carries(e.site))
          follow(e.site);
        break;
      case Kind::WithItem:
        follow_targets(e.site);
        break;
      case Kind::For:
      case Kind::CompFor:
        if (way_ == Way::Iterated && s_.text(s_.model.function(f).name) == "__iter__" &&
            !s_.model.function(f).is_generator)
          add(e.site, EdgeKind::Implicit, Certainty::Certain); // the iterator's own method
        follow_loop(e.site);
        break;
      default:
        break;
      }
    }
  }

  /// What `decorator` returns goes to the one above it; what the last one gives is bound to the name of the definition.
  void follow_decorated(NodeRef decorator) {
    const NodeRef definition = s_.parent(decorator);
    if (!s_.model.name(definition).valid() || !seen_.insert(decorator).second)
      return;
    if (const FunctionId f = s_.model.function_of_node(definition); f.valid()) {
      const auto &decorators = s_.model.function(f).decorators;
      for (auto i = std::ranges::find(decorators, decorator.node); i != decorators.begin();) {
        const NodeRef above{definition.file, *--i};
        hand_to_decorator(above);
        if (!carries(above))
          return;
      }
    }
    for (NameId name : s_.model.names_for(s_.model.name(definition)))
      for (NodeRef use : s_.model.uses(name))
        if (s_.kind(use) != Kind::Keyword && s_.is_read(use) && counts(use) && carries(use))
          follow(use);
  }

  void follow_container_method(NodeRef attribute) {
    const NodeRef call = s_.parent(attribute);
    if (carries(call))
      follow(call); // d.get(k)
    else if (s_.tree(call).role(call.node) == Role::Iter)
      follow_loop(s_.parent(call)); // for f in d.values()
  }

  /// `for f in container:` and comprehensions over it.
  void follow_loop(NodeRef loop) {
    const SyntaxTree &t = s_.tree(loop);
    const NodeId target = t.child(loop.node, Role::Target);
    if (!target.valid())
      return;
    for (NodeId n = target; n.value < t.next(target).value; n = NodeId{n.value + 1})
      if (t.kind(n) == Kind::Name)
        follow_reads_of({loop.file, n});
  }

  /// Handed to a call: on in the callee when that is ours, else a boundary.
  void follow_argument(NodeRef call, NodeRef argument, NameId keyword) {
    bool read = false;
    std::string outside;
    for (const Traced &t : s_.values_of(s_.child(call, Role::Callee))) {
      switch (t.value.kind) {
      case Value::Kind::Function:
        follow_passed(t.value.function, call, argument, keyword, t.value.class_.valid());
        read = true;
        break;
      case Value::Kind::Class:
        if (keyword.valid() && goes_to_outside_base(t.value.class_, keyword)) {
          add_boundary(call, argument, Certainty::Certain);
          read = true;
        } else if (const FunctionId init = s_.constructor_of(t.value.class_); init.valid()) {
          follow_passed(init, call, argument, keyword, true);
          read = true;
        } else if (keyword.valid()) {
          follow_field(keyword);
          read = true;
        }
        break;
      case Value::Kind::Instance:
        if (const FunctionId f = s_.called_method_of(t.value.class_); f.valid()) {
          follow_passed(f, call, argument, keyword, true);
          read = true;
        }
        break;
      case Value::Kind::Partial:
        read = true;
        break;
      case Value::Kind::External:
      case Value::Kind::Member:
      case Value::Kind::Result:
        outside = t.value.text;
        break;
      default:
        break;
      }
    }
    if (outside.empty()) {
      if (!read)
        add_boundary(call, argument, Certainty::Possible);
      return;
    }
    if (outside == "functools.partial" || outside == "partial" || outside == "functools.partialmethod") {
      if (s_.first_argument(call) == argument)
        follow(call);
      return;
    }
    if (s_.does(outside, "first-argument")) {
      if (s_.first_argument(call) == argument)
        follow(call);
      return;
    }
    if (s_.does(outside, "puts-in")) {
      follow_put_into(s_.child(s_.child(call, Role::Callee), Role::Value));
      return;
    }
    if (way_ == Way::Iterated && s_.does(outside, "iterates") && is_a(Value::Kind::Instance, argument))
      add(call, EdgeKind::Implicit, Certainty::Certain);
    else if (is_a(Value::Kind::Container, argument) && carries(call))
      follow(call); // list(fs), iter(fs): the same elements
    else if ((outside == "enumerate" || outside == "zip") && s_.tree(call).role(call.node) == Role::Iter)
      follow_loop(s_.parent(call));
    else if (!follow_handed_on(call, argument) && !s_.does(outside, "looks-at"))
      add_boundary(call, argument, Certainty::Certain);
  }

  /// `Process(target=run, args=(f,))`: what `run` is passed for it. False when it is not seen to be passed on.
  bool follow_handed_on(NodeRef call, NodeRef argument) {
    bool is_passed = false;
    for (const auto &[parameter, passed] : s_.parameters_handed(call)) {
      if (passed != argument && !carries(passed))
        continue;
      is_passed = true;
      follow_parameter_uses(parameter);
    }
    return is_passed;
  }

  /// A function or callable object is handed to code that is not read. Classes, things to iterate and variables that
  /// hold containers are, too, but mostly to be looked at or kept.
  void add_boundary(NodeRef call, NodeRef argument, Certainty certainty) {
    const Kind k = s_.kind(argument);
    const bool is_variable = k == Kind::Name || k == Kind::Attribute || k == Kind::Subscript;
    if (way_ != Way::Constructs && way_ != Way::Iterated && !is_a(Value::Kind::Class, argument) &&
        !(is_variable && is_a(Value::Kind::Container, argument)))
      add(call, EdgeKind::Boundary, certainty, argument);
  }

  /// True when the constructor of a base outside the package takes `keyword` where a `c` is made: those in front of it
  /// in the MRO hand it on by `super().__init__(**kwargs)`, and it is no field.
  bool goes_to_outside_base(ClassId c, NameId keyword) const {
    for (const ClassName &base : s_.model.mro(c)) {
      if (!base.id.valid())
        return !base.is_unknown() && base.external != "object" && !base.external.starts_with("typing.") &&
               !base.external.starts_with("abc.");
      if (!s_.attribute_definitions(base.id, keyword).empty())
        return false;
      const FunctionId init = s_.model.method_in(base.id, s_.model.find_name("__init__"));
      if (init.valid() && !hands_on_to_base(init, keyword))
        return false;
    }
    return false;
  }

  /// `init` takes `keyword` by `**` and passes all of that to `super().__init__`.
  bool hands_on_to_base(FunctionId init, NameId keyword) const {
    const FileId file = s_.model.file_of(init);
    const SyntaxTree &t = s_.model.tree(file);
    const auto &fn = s_.model.function(init);
    NameId rest;
    for (NodeId p : fn.parameters)
      if (t.name(p) == keyword)
        return false;
      else if (t.has(p, parser::kDoubleStarParam))
        rest = t.name(p);
    if (!rest.valid())
      return false;
    return std::ranges::any_of(s_.model.uses(rest, file), [&](NodeRef use) {
      const NodeRef spread = s_.parent(use), call = s_.parent(spread);
      if (!t.is_inside(use.node, fn.node) || s_.kind(spread) != Kind::DoubleStarred || s_.kind(call) != Kind::Call)
        return false;
      const NodeRef callee = s_.child(call, Role::Callee), object = s_.child(callee, Role::Value);
      return s_.kind(callee) == Kind::Attribute && s_.text(s_.model.name(callee)) == "__init__" &&
             s_.kind(object) == Kind::Call && s_.text(s_.model.name(s_.child(object, Role::Callee))) == "super";
    });
  }

  /// A dataclass-like field: reads of the attribute.
  void follow_field(NameId name) {
    for (NodeRef use : s_.model.uses(name))
      if (s_.kind(use) == Kind::Attribute && s_.is_read(use) && counts(use) && carries(use))
        follow(use);
  }

  /// Which parameter of `callee` takes `argument`, and where that is read.
  void follow_passed(FunctionId callee, NodeRef call, NodeRef argument, NameId keyword, bool bound) {
    const auto &fn = s_.model.function(callee);
    const SyntaxTree &t = s_.model.tree(s_.model.file_of(callee));
    if (keyword.valid()) {
      for (NodeId p : fn.parameters)
        if (t.name(p) == keyword)
          follow_parameter_uses({s_.model.file_of(callee), p});
      return;
    }
    int position = bound ? 1 : 0;
    for (NodeId a : s_.tree(call).children(call.node)) {
      if (s_.tree(call).role(a) != Role::Argument || s_.tree(call).kind(a) == Kind::Keyword)
        continue;
      if (a == argument.node)
        break;
      ++position;
    }
    follow_parameter(callee, position);
  }

  void follow_parameter(FunctionId callee, int position) {
    if (!callee.valid())
      return;
    const auto &fn = s_.model.function(callee);
    if (static_cast<size_t>(position) < fn.parameters.size())
      follow_parameter_uses({s_.model.file_of(callee), fn.parameters[static_cast<size_t>(position)]});
  }

  void follow_parameter_uses(NodeRef parameter) {
    const NameId name = s_.model.name(parameter);
    if (!name.valid() || !seen_.insert(parameter).second)
      return;
    const SyntaxTree &t = s_.tree(parameter);
    const NodeId function = t.parent(t.parent(parameter.node));
    for (NodeRef use : s_.model.uses(name, parameter.file)) {
      if (!t.is_inside(use.node, function) || s_.kind(use) != Kind::Name || !s_.is_read(use) || !counts(use))
        continue;
      if (refers_to(use, parameter))
        follow(use);
    }
  }

  bool refers_to(NodeRef use, NodeRef parameter) {
    return std::ranges::any_of(s_.definitions_of(use), [&](const Definition &d) { return d.expression == parameter; });
  }

  static constexpr size_t kMaxReferences = 4000;
  static constexpr unsigned kMaxRounds = 4;
  Query::State &s_;
  FunctionId wanted_;
  Way way_ = Way::ByName;
  bool in_test_ = false;
  unsigned num_rounds_ = 0;
  std::unordered_set<NodeRef> seen_;
  std::unordered_set<NodeRef> holders_;     // what the round before has seen
  std::unordered_set<NodeRef> passed_over_; // containers that were not known to hold anything
  std::vector<CallEdge> edges_;
  std::vector<UnresolvedCall> unresolved_;
};

const std::vector<CallEdge> &Query::State::callers_of(FunctionId f) {
  static const std::vector<CallEdge> kNone;
  if (const std::vector<CallEdge> *kept = find_kept(*this, &State::callers, f))
    return *kept;
  if (const auto it = provisional_callers.find(f); it != provisional_callers.end()) {
    ++num_cuts; // whatever leans on it is provisional, too
    return it->second;
  }
  if (const auto open = open_callers.find(f); open != open_callers.end()) {
    // Asked while it is being answered: adds nothing, and whatever leans on it must not be remembered.
    lean_on(open->second);
    ++num_cuts;
    return kNone;
  }
  const bool is_outermost = frames.empty();
  if (is_outermost) // a question itself, so that those on the way can lean on it
    frames.push_back({model.node_of(f), 0});
  open_callers.emplace(f, frames.size() - 1);
  const size_t cuts_before = num_cuts;
  // A search has steps of its own: one that was cut short has to be made again from elsewhere.
  const size_t steps_around = std::exchange(steps, 0);
  CallerSearch search(*this, f);
  search.run();
  steps = steps_around;
  open_callers.erase(f);
  std::vector<CallEdge> found = search.take_edges();
  if (is_outermost) {
    frames.pop_back();
    forget_provisional();
  } else if (num_cuts != cuts_before) {
    return provisional_callers.emplace(f, std::move(found)).first->second;
  }
  unresolved[f] = search.take_unresolved();
  return callers.emplace(f, std::move(found)).first->second;
}

const std::vector<UnresolvedCall> &Query::State::unresolved_callers_of(FunctionId f) {
  static const std::vector<UnresolvedCall> kNone;
  callers_of(f);
  const std::vector<UnresolvedCall> *kept = find_kept(*this, &State::unresolved, f);
  return kept ? *kept : kNone;
}

std::vector<Query::Argument> Query::State::arguments_for(FunctionId f, NodeId parameter) {
  std::vector<Argument> out;
  for (const CallEdge &e : callers_of(f))
    out.push_back(argument_on(e, f, parameter));
  std::erase_if(out, [](const Argument &a) { return !a.expression.valid() && a.reason.empty(); });
  if (const NodeRef fallback = default_of(f, parameter); fallback.valid())
    out.push_back({fallback, {}, {}, {}});
  return out;
}

Query::Argument Query::State::argument_passed(NodeRef call, FunctionId f, NodeId parameter) {
  return argument_passed({model.function_at(call), f, call, Certainty::Certain, EdgeKind::Call, {}}, parameter);
}

Query::Argument Query::State::argument_passed(const CallEdge &e, NodeId parameter) {
  Argument passed = argument_on(e, e.callee, parameter);
  if (!passed.expression.valid() && passed.reason.empty())
    passed.expression = default_of(e.callee, parameter);
  return passed;
}

NodeRef Query::State::default_of(FunctionId f, NodeId parameter) const {
  return child({model.file_of(f), parameter}, Role::Default);
}

Query::Argument Query::State::argument_on(const CallEdge &e, FunctionId f, NodeId parameter) {
  const SyntaxTree &t = model.tree(model.file_of(f));
  const auto &parameters = model.function(f).parameters;
  const int position = static_cast<int>(std::ranges::find(parameters, parameter) - parameters.begin());
  return argument_at(e, f, t.name(parameter), t.has(parameter, parser::kKeywordOnly) ? -1 : position);
}

/// What the call of edge `e` passes for the parameter `name` at `position` (-1: by keyword only). No expression and no
/// reason: the default is taken.
Query::Argument Query::State::argument_at(const CallEdge &e, FunctionId callee, NameId name, int position) {
  const NodeRef site = e.site;
  if (kind(site) == Kind::Decorator) {
    const bool is_received = position == (model.class_of(callee).valid() ? 1 : 0);
    return {is_received ? decorated_by(site) : NodeRef{}, site, e.caller, {}};
  }
  if (e.kind == EdgeKind::Boundary)
    return boundary_argument(e, name, position);
  if (kind(site) == Kind::Attribute && model.is_setter(callee)) {
    const NodeRef assignment = parent(site);
    if (position != 1)
      return {};
    if (kind(assignment) == Kind::Assign)
      return {child(assignment, Role::Value), site, e.caller, {}};
    return {{}, site, e.caller, "stored by another statement than a plain assignment"};
  }
  if (kind(site) != Kind::Call)
    return {};
  // How many leading parameters the call does not pass itself: the receiver, and what a partial holds.
  int skipped = model.class_of(callee).valid() && is_bound_at(site, callee) ? 1 : 0;
  for (const Traced &t : values_of(child(site, Role::Callee)))
    if (t.value.kind == Value::Kind::Partial) {
      for (NodeId a : tree(t.value.node).children(t.value.node.node)) {
        const NodeRef held{t.value.node.file, a};
        if (tree(held).role(a) != Role::Argument || held == first_argument(t.value.node))
          continue;
        if (kind(held) == Kind::Keyword ? model.name(held) == name : skipped++ == position)
          return {kind(held) == Kind::Keyword ? child(held, Role::Value) : held, site, e.caller, {}};
      }
      break;
    }
  int index = skipped;
  bool starred = false;
  for (NodeId a : tree(site).children(site.node)) {
    if (tree(site).role(a) != Role::Argument)
      continue;
    const NodeRef argument{site.file, a};
    switch (kind(argument)) {
    case Kind::Keyword:
      if (model.name(argument) == name)
        return {child(argument, Role::Value), site, e.caller, {}};
      break;
    case Kind::Starred:
    case Kind::DoubleStarred:
      starred = true;
      break;
    default:
      if (!starred && index++ == position)
        return {argument, site, e.caller, {}};
    }
  }
  if (starred)
    return {{}, site, e.caller, "passed by `*` or `**`"};
  return {};
}

/// True when `site` calls the method `callee` with its receiver in place of the first parameter.
bool Query::State::is_bound_at(NodeRef site, FunctionId callee) {
  if (is_static_method(callee))
    return false;
  for (const Traced &t : values_of(child(site, Role::Callee))) {
    if (t.value.kind == Value::Kind::Function && t.value.function == callee)
      return t.value.class_.valid();
    if (t.value.kind == Value::Kind::Class || t.value.kind == Value::Kind::Instance)
      return true;
  }
  return true; // by name alone: called on a receiver
}

// The door.

Query::Query(const PackageModel &model, const knowledge::Knowledge &knowledge, Bounds bounds)
    : state_(std::make_unique<State>(model, knowledge.library_calls, bounds)) {}
Query::Query(std::unique_ptr<State> state) : state_(std::move(state)) {}
Query::~Query() = default;

const PackageModel &Query::model() const { return state_->model; }
const Flow &Query::flow(FunctionId function) { return state_->flow(function); }
const Values &Query::values_of(NodeRef expression) { return state_->values_of(expression); }
std::vector<Definition> Query::definitions_of(NodeRef use) { return state_->definitions_of(use); }
Values Query::values_along(NodeRef expression, std::span<const int> path) {
  return state_->values_along(expression, path);
}
Values Query::attribute_of(const Values &of, NameId name, NodeRef where) {
  return state_->attribute_of(of, name, where);
}
const Values &Query::returns_of(FunctionId function) { return state_->returns_of(function); }
Values Query::elements_of(NodeRef expression) {
  const int any[] = {Definition::kAnyElement};
  return state_->values_along(expression, any);
}
std::vector<Query::Argument> Query::arguments_for(FunctionId function, NodeId parameter) {
  return state_->arguments_for(function, parameter);
}
Query::Argument Query::argument_passed(NodeRef call, FunctionId function, NodeId parameter) {
  return state_->argument_passed(call, function, parameter);
}
Query::Argument Query::argument_passed(const CallEdge &edge, NodeId parameter) {
  return state_->argument_passed(edge, parameter);
}
std::vector<CallEdge> Query::callees_of(NodeRef call) { return state_->callees_of(call); }
const std::vector<CallEdge> &Query::callers_of(FunctionId function) { return state_->callers_of(function); }
const std::vector<UnresolvedCall> &Query::unresolved_callers_of(FunctionId function) {
  return state_->unresolved_callers_of(function);
}
std::vector<NodeRef> Query::returned_expressions(FunctionId function) const {
  return state_->returned_expressions(function);
}

std::string Query::external_callee(NodeRef call) {
  for (const Traced &t : state_->values_of(state_->child(call, Role::Callee)))
    if (t.value.kind == Value::Kind::External || t.value.kind == Value::Kind::Member ||
        t.value.kind == Value::Kind::Result)
      return t.value.text;
  return {};
}

std::vector<BoundReached> Query::bounds_reached() const {
  std::set<BoundReached> reached = state_->reached;
  for (const std::unique_ptr<Query> &shard : state_->shards)
    reached.insert(shard->state_->reached.begin(), shard->state_->reached.end());
  return {reached.begin(), reached.end()};
}

} // namespace decode_ledger::dataflow
