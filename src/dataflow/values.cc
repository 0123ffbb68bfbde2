// What can an expression be? One case a kind of expression; names go through definitions.cc, calls through calls.cc.
//
// Problem: the receiver of `self.tokenizer.decode(ids)` was made in another file, handed to a constructor, kept in an
// attribute. Whole-program fixpoints over Python do not end in useful time on thousands of files.
//
// Approach: answer one question by asking the few it depends on, and remember. A question met again while it is still
// open adds nothing (values only ever join, so the outermost answer is complete without it); answers found below an
// open question that they lean on are kept until that one is answered, then asked anew. Nothing at all is never kept so.
//
//     def make(): return AutoTokenizer.from_pretrained("m")
//     class Judge:
//         def __init__(self, tok): self.tok = tok
//         def run(self, ids): return self.tok.decode(ids)
//     Judge(make()).run(x)
//
//     self.tok  ← attribute of Judge ← parameter tok ← argument make() ← its return: Result of …from_pretrained
//
// Context does not count: what a function gives is joined over its callers. It ends: every question is a syntax node,
// and the number of nodes visited for one question is bounded (Bounds::max_steps).
#include "dataflow/query_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::dataflow {

using package_model::Referent;

// Values as such.

Traced traced(Value value, NodeRef made_at) { return {std::move(value), {made_at}}; }

Values unknown(std::string reason, NodeRef at) {
  Value v;
  v.kind = Value::Kind::Unknown;
  v.text = std::move(reason);
  v.node = at;
  return {traced(std::move(v), at)};
}

namespace {
constexpr int kMaxReasons = 3;
Value::Kind kind_of(const Traced &t) { return t.value.kind; }

/// The package makes it: its methods are read, and a call of it runs code of the package.
bool is_of_package(const Traced &t) {
  switch (t.value.kind) {
  case Value::Kind::Function:
  case Value::Kind::Class:
  case Value::Kind::Instance:
  case Value::Kind::Module:
  case Value::Kind::Partial:
    return true;
  default:
    return false;
  }
}

/// Makes room for what is of the package in place of the last value that is from outside. False: there is none.
bool make_room(Values &to) {
  const auto last = std::find_if(to.rbegin(), to.rend(), [](const Traced &t) {
    return t.value.kind == Value::Kind::External || t.value.kind == Value::Kind::Result ||
           t.value.kind == Value::Kind::Member;
  });
  if (last == to.rend())
    return false;
  to.erase(std::next(last).base());
  return true;
}

/// Whether `to` lacks `t` and has room for it. An equal value that it has takes the shorter chain.
bool is_due(Values &to, const Traced &t, unsigned max_values) {
  if (const auto same = std::ranges::find(to, t.value, &Traced::value); same != to.end()) {
    if (t.chain.size() < same->chain.size())
      same->chain = t.chain;
    return false;
  }
  // A few reasons say as much as many, and must not crowd out what is known.
  const bool is_reason = t.value.kind == Value::Kind::Unknown;
  if (to.size() >= max_values)
    return is_of_package(t) && make_room(to);
  return !is_reason || std::ranges::count(to, Value::Kind::Unknown, kind_of) < kMaxReasons;
}
} // namespace

void join(Values &to, const Values &from, unsigned max_values) {
  for (const Traced &t : from)
    if (is_due(to, t, max_values))
      to.push_back(t);
}

void join(Values &to, Values &&from, unsigned max_values) {
  for (Traced &t : from)
    if (is_due(to, t, max_values))
      to.push_back(std::move(t));
}

namespace {

constexpr size_t kMaxChain = 8;
constexpr unsigned kMaxElementLevels = 12;
constexpr unsigned kMaxElementSteps = 1000; ///< containers looked into for one element
constexpr int kMaxElementPath = 3;
constexpr size_t kMaxPathBytes = 160;

/// Notes that the values came by `place`, once, up to kMaxChain places.
Values via(Values values, NodeRef place) {
  for (Traced &t : values)
    if (t.chain.size() < kMaxChain && (t.chain.empty() || t.chain.back() != place))
      t.chain.push_back(place);
  return values;
}

/// How an attribute of `v` is told: "a.b" for what is imported, "a.b()" for what a call of it gives.
std::string path_of(const Value &v, const SyntaxTree &tree) {
  switch (v.kind) {
  case Value::Kind::External:
  case Value::Kind::Member:
    return v.text;
  case Value::Kind::Result:
    return v.text + "()";
  case Value::Kind::Literal:
  case Value::Kind::Container:
    break;
  default:
    return {};
  }
  switch (tree.kind(v.node.node)) {
  case Kind::String:
    return tree.has(v.node.node, parser::kBytes) ? "bytes" : "str";
  case Kind::Concatenation:
    return tree.has(tree.first_child(v.node.node), parser::kBytes) ? "bytes" : "str";
  case Kind::List:
  case Kind::ListComp:
    return "list";
  case Kind::Tuple:
    return "tuple";
  case Kind::Dict:
  case Kind::DictComp:
    return "dict";
  case Kind::Set:
  case Kind::SetComp:
    return "set";
  case Kind::Int:
    return "int";
  case Kind::Float:
    return "float";
  case Kind::True:
  case Kind::False:
    return "bool";
  case Kind::None:
    return "None";
  case Kind::Call:
    return "dict"; // made by a call of the table, "container"
  case Kind::Subscript:
    return "list"; // slice_of()
  default:
    return "iterator";
  }
}

/// A value outside the package. One whose path has grown too long is as good as unknown.
Traced outside(Value::Kind kind, std::string text, NodeRef at) {
  Value v;
  v.kind = text.size() > kMaxPathBytes ? Value::Kind::Unknown : kind;
  if (text.size() > kMaxPathBytes)
    text = "a long chain of calls outside the package";
  v.text = std::move(text);
  if (kind != Value::Kind::External)
    v.node = at;
  return traced(std::move(v), at);
}

Traced instance(ClassId c, NodeRef at, bool may_be_subclass) {
  Value v;
  v.kind = Value::Kind::Instance;
  v.class_ = c;
  v.may_be_subclass = may_be_subclass;
  return traced(std::move(v), at);
}

Traced display(Value::Kind kind, NodeRef at) {
  Value v;
  v.kind = kind;
  v.node = at;
  return traced(std::move(v), at);
}

bool is_nothing(const Values &values) {
  return std::ranges::all_of(values, [](const Traced &t) { return t.value.kind == Value::Kind::Unknown; });
}

} // namespace

std::optional<std::string> Query::State::constant_string(NodeRef r) const {
  if (!r.valid())
    return std::nullopt;
  return parser::string_value(tree(r), model.sources().file(r.file).text, r.node);
}

// The memo.

const Query::State::Answer *Query::State::find_answer(NodeRef question) const {
  if (const uint32_t slot = slots.get(question))
    return &answers[slot - 1];
  return whole ? whole->find_answer(question) : nullptr;
}

Query::State::Answer &Query::State::enter_answer(NodeRef question) {
  uint32_t index;
  if (free_answers.empty()) {
    index = static_cast<uint32_t>(answers.size());
    answers.emplace_back();
  } else {
    index = free_answers.back();
    free_answers.pop_back();
    answers[index] = {};
  }
  slots.at(question) = index + 1;
  return answers[index];
}

void Query::State::forget_answer(NodeRef question) {
  uint32_t &slot = slots.at(question);
  free_answers.push_back(slot - 1);
  slot = 0;
}

void Query::State::forget_provisional() {
  for (NodeRef p : provisional)
    forget_answer(p);
  provisional.clear();
  bound_values.clear();
  provisional_callers.clear();
}

/// The questions above `depth` lack what the one at `depth` has not found so far.
void Query::State::lean_on(size_t depth) {
  for (size_t above = depth + 1; above < frames.size(); ++above)
    frames[above].lowest = std::min(frames[above].lowest, depth);
}

const Values &Query::State::values_of(NodeRef question) {
  static const Values kNothing;
  if (!question.valid())
    return kNothing;
  if (const Answer *known = find_answer(question)) {
    if (known->state != Answer::State::Open)
      return known->values;
    lean_on(known->depth);
    return kNothing;
  }
  if (frames.empty())
    steps = 0;
  const size_t depth = frames.size();
  if (depth >= bounds.max_depth || ++steps > bounds.max_steps) {
    const char *bound = depth >= bounds.max_depth ? "max_depth" : "max_steps";
    reached.insert({bound, frames.front().question}); // the question that is too large, not where it was cut
    // Not remembered, nor what leans on it: asked from elsewhere it may be within the bound. Nor are callers that were
    // sought on the way.
    ++num_cuts;
    lean_on(0);
    return bound_values.emplace_back(unknown(fmt::format("bound {} reached", bound), question));
  }
  Answer &answer = enter_answer(question);
  answer.depth = depth;
  frames.push_back({question, depth});
  answer.values = evaluate(question);
  const size_t lowest = frames.back().lowest;
  frames.pop_back();
  if (lowest < depth && answer.values.empty()) {
    // All of it is the part of a question that is still open: kept, it would read as "there is none" in the meantime.
    forget_answer(question);
    return kNothing;
  }
  answer.state = lowest >= depth ? Answer::State::Final : Answer::State::Provisional;
  if (answer.state == Answer::State::Provisional)
    provisional.push_back(question);
  else if (depth == 0)
    forget_provisional();
  return answer.values;
}

// Expressions.

Values Query::State::evaluate(NodeRef ref) {
  const auto join_children = [&](std::initializer_list<Role> roles) {
    Values out;
    for (Role role : roles)
      if (const NodeRef c = child(ref, role); c.valid())
        join(out, values_of(c), bounds.max_values);
    return out;
  };
  switch (kind(ref)) {
  case Kind::Name:
    return evaluate_name(ref);
  case Kind::Attribute: {
    const NodeRef object = child(ref, Role::Value);
    const NameId name = tree(ref).name(ref.node);
    if (!object.valid() || !name.valid())
      return unknown("code that could not be read", ref);
    if (kind(object) == Kind::Call && text(model.name(child(object, Role::Callee))) == "super")
      return super_attribute(object, name, ref);
    return attribute_of(values_of(object), name, ref);
  }
  case Kind::Call:
    return evaluate_call(ref);
  case Kind::Subscript:
    return evaluate_subscript(ref);
  case Kind::Conditional:
    return join_children({Role::Body, Role::Orelse});
  case Kind::BoolOp:
    return join_children({Role::Left, Role::Right});
  case Kind::Named:
  case Kind::Await:
  case Kind::Starred:
  case Kind::ExprStmt:
    return join_children({Role::Value});
  case Kind::Lambda: {
    Value v;
    v.kind = Value::Kind::Function;
    v.function = model.function_of_node(ref);
    return {traced(std::move(v), ref)};
  }
  case Kind::Block:
    return evaluate_returns(model.function_of_node(parent(ref)));
  case Kind::FunctionDef: { // as a decorator receives it
    Value v;
    v.kind = Value::Kind::Function;
    v.function = model.function_of_node(ref);
    return {traced(std::move(v), ref)};
  }
  case Kind::ClassDef: {
    Value v;
    v.kind = Value::Kind::Class;
    v.class_ = model.class_of_node(ref);
    return {traced(std::move(v), ref)};
  }
  case Kind::Decorator: // as the one above it receives it
    return kind(parent(ref)) == Kind::FunctionDef ? value_under_decorators(parent(ref), ref.node)
                                                  : unknown("a decorator of a class", ref);
  case Kind::Tuple:
  case Kind::List:
  case Kind::Set:
  case Kind::Dict:
  case Kind::ListComp:
  case Kind::SetComp:
  case Kind::DictComp:
  case Kind::Generator:
    return {display(Value::Kind::Container, ref)};
  case Kind::String:
  case Kind::Concatenation:
  case Kind::Int:
  case Kind::Float:
  case Kind::True:
  case Kind::False:
  case Kind::None:
  case Kind::Ellipsis:
    return {display(Value::Kind::Literal, ref)};
  case Kind::Binary: {
    const parser::Op op = tree(ref).op(ref.node);
    Values sides = join_children({Role::Left, Role::Right});
    // `"%s" % x`, `a + b` of strings, bytes and lists give what their operands are; numbers are of no interest here.
    const bool keeps =
        op == parser::Op::Add || op == parser::Op::Mod || op == parser::Op::Mul || op == parser::Op::BitOr;
    if (keeps && !is_nothing(sides))
      return op == parser::Op::Add || op == parser::Op::BitOr ? sides : join_children({Role::Left});
    return unknown("the result of an operator", ref);
  }
  case Kind::Compare:
    return {outside(Value::Kind::Result, "bool", ref)};
  case Kind::Unary:
    if (tree(ref).op(ref.node) == parser::Op::Not)
      return {outside(Value::Kind::Result, "bool", ref)};
    return unknown("the result of an operator", ref);
  default:
    return unknown(fmt::format("{} is not followed", parser::kind_name(kind(ref))), ref);
  }
}

Values Query::State::evaluate_name(NodeRef use) {
  Values out;
  for (const Definition &d : definitions_of(use))
    join(out, value_of_definition(d), bounds.max_values);
  if (!out.empty())
    return out;
  for (const Referent &d : model.resolve(use))
    join(out, value_of_resolved(d, use), bounds.max_values);
  if (out.empty() && leans_on_open())
    return out; // only an open question defines it: it adds nothing of its own
  return out.empty() ? unknown(fmt::format("nothing defines `{}` here", text(tree(use).name(use.node))), use) : out;
}

Values Query::State::value_of_definition(const Definition &d) {
  const FileId file = d.target.file;
  switch (d.how) {
  case Definition::How::Value:
    return via(values_along(d.expression, d.path), d.target);
  case Definition::How::Augmented:
    return via(values_of(d.expression), d.target);
  case Definition::How::Entered: {
    Values out = entered(values_of(d.expression), d.expression);
    for (int s : d.path)
      out = step(out, s, d.expression);
    return via(std::move(out), d.target);
  }
  case Definition::How::Caught: {
    if (!d.expression.valid())
      return {outside(Value::Kind::Result, "BaseException", d.target)};
    const ClassName c = model.resolve_class(d.expression);
    if (c.id.valid())
      return {instance(c.id, d.target, true)};
    return {outside(Value::Kind::Result, c.external.empty() ? "BaseException" : c.external, d.target)};
  }
  case Definition::How::Imported: {
    Values out;
    for (const Referent &r : model.imported(file, model.module(file).bindings[d.binding]))
      join(out, value_of_resolved(r, d.target), bounds.max_values);
    return out;
  }
  case Definition::How::Function:
    return value_of_function(file, d.expression.node);
  case Definition::How::Class: {
    Value v;
    v.kind = Value::Kind::Class;
    v.class_ = model.class_of_node(d.expression);
    return {traced(std::move(v), d.expression)};
  }
  case Definition::How::Parameter:
    return parameter_values(d.expression);
  case Definition::How::Annotated:
    return instance_of_annotation(d.expression);
  case Definition::How::Captured:
    return captured_value(d);
  }
  return {};
}

/// `case name:` takes the subject itself, and so does the name behind a whole pattern's `as`; a part of it is not followed.
Values Query::State::captured_value(const Definition &d) {
  const NodeRef pattern = child(d.expression, Role::Pattern), subject = child(parent(d.expression), Role::Subject);
  if (subject.valid() && pattern.valid() && parent(d.target) == pattern &&
      (kind(pattern) == Kind::PatternCapture || kind(pattern) == Kind::PatternAs))
    return values_of(subject);
  return unknown("captured by a pattern", d.target);
}

Values Query::State::value_of_resolved(const Referent &d, NodeRef at) {
  switch (d.kind) {
  case Referent::Kind::Module: {
    Value v;
    v.kind = Value::Kind::Module;
    v.file = d.file;
    return {traced(std::move(v), at)};
  }
  case Referent::Kind::External:
    return {outside(Value::Kind::External, d.external, at)};
  case Referent::Kind::Binding:
    return value_of_definition(definition_of(d.file, d.binding));
  }
  return {};
}

// Functions and decorators.

Values Query::State::value_of_function(FileId file, NodeId def) { return value_under_decorators({file, def}, {}); }

/// Decorators apply from the one next to the `def` outwards, up to `last` or, when there is none, all of them.
Values Query::State::value_under_decorators(NodeRef def, NodeId last) {
  const FunctionId f = model.function_of_node(def);
  Value v;
  v.kind = Value::Kind::Function;
  v.function = f;
  Values current{traced(std::move(v), def)};
  const auto &decorators = model.function(f).decorators;
  for (size_t i = decorators.size(); i-- > 0;) {
    Values next;
    for (const Traced &t : current)
      join(next, decorated(t, {def.file, decorators[i]}), bounds.max_values);
    current = std::move(next);
    if (decorators[i] == last)
      break;
  }
  return current;
}

/// What `decorator` receives: the decorator below it, else the definition.
NodeRef Query::State::decorated_by(NodeRef decorator) const {
  const NodeRef definition = parent(decorator);
  bool is_below = false;
  for (NodeId c : tree(definition).children(definition.node)) {
    if (is_below && tree(definition).kind(c) == Kind::Decorator)
      return {definition.file, c};
    is_below = is_below || c == decorator.node;
  }
  return definition;
}

/// What the name of `function` is bound to under `decorator`: for an in-package decorator what it returns, where
/// returning its own parameter gives the function back. Decorators that are not read are taken to give it back, too.
Values Query::State::decorated(const Traced &function, NodeRef decorator) {
  Values out;
  const auto apply = [&](FunctionId d) {
    const auto &fn = model.function(d);
    const NodeRef first{model.file_of(d), fn.parameters.empty() ? NodeId{} : fn.parameters.front()};
    for (NodeRef returned : returned_expressions(d)) {
      const auto definitions = kind(returned) == Kind::Name ? definitions_of(returned) : std::vector<Definition>{};
      const bool gives_back = first.valid() && definitions.size() == 1 &&
                              definitions[0].how == Definition::How::Parameter && definitions[0].expression == first;
      if (gives_back)
        join(out, {function}, bounds.max_values);
      else
        join(out, values_of(returned), bounds.max_values);
    }
  };
  for (const Traced &t : values_of(child(decorator, Role::Value))) {
    if (t.value.kind == Value::Kind::Function) {
      apply(t.value.function);
    } else if (t.value.kind == Value::Kind::Class) {
      join(out, {instance(t.value.class_, decorator, false)}, bounds.max_values);
    } else if (t.value.kind == Value::Kind::Instance) {
      if (const FunctionId call = called_method_of(t.value.class_); call.valid())
        apply(call);
    }
  }
  std::erase_if(out, [](const Traced &t) { return t.value.kind == Value::Kind::Unknown; });
  return out.empty() ? Values{function} : out;
}

std::vector<NodeRef> Query::State::returned_expressions(FunctionId f) const {
  const FileId file = model.file_of(f);
  const SyntaxTree &t = model.tree(file);
  const NodeId node = model.function(f).node;
  const NodeId body = t.kind(node) == Kind::Module ? node : t.child(node, Role::Body);
  std::vector<NodeRef> out;
  if (!body.valid())
    return out;
  if (t.kind(node) == Kind::Lambda)
    return {{file, body}};
  for (NodeId n{body.value + 1}; n.value < t.next(body).value;) {
    const Kind k = t.kind(n);
    if (k == Kind::FunctionDef || k == Kind::Lambda || k == Kind::ClassDef) {
      n = t.next(n);
      continue;
    }
    if (k == Kind::Return)
      if (const NodeId value = t.child(n, Role::Value); value.valid())
        out.push_back({file, value});
    n = NodeId{n.value + 1};
  }
  return out;
}

/// What a function gives is asked under its body: the Block of a `def`, the expression of a lambda.
const Values &Query::State::returns_of(FunctionId f) { return values_of(child(model.node_of(f), Role::Body)); }

Values Query::State::evaluate_returns(FunctionId f) {
  const NodeRef node = model.node_of(f);
  if (model.function(f).is_generator)
    return {display(Value::Kind::Container, node)};
  Values out;
  for (NodeRef e : returned_expressions(f))
    join(out, values_of(e), bounds.max_values);
  if (is_nothing(out))
    if (const NodeRef annotation = child(node, Role::Returns); annotation.valid())
      if (Values declared = instance_of_annotation(annotation); !is_nothing(declared))
        return declared;
  if (out.empty() && returned_expressions(f).empty())
    return unknown("the function returns nothing", node);
  return via(std::move(out), node);
}

// Parameters.

Values Query::State::self_values(FunctionId f, NodeRef parameter) {
  if (is_static_method(f))
    return {};
  const ClassId c = model.class_of(f);
  const std::string_view name = text(model.function(f).name);
  const bool takes_class =
      name == "__new__" || name == "__init_subclass__" || name == "__class_getitem__" || is_class_method(f);
  if (!takes_class)
    return {instance(c, parameter, true)};
  Value v;
  v.kind = Value::Kind::Class;
  v.class_ = c;
  v.may_be_subclass = true;
  return {traced(std::move(v), parameter)};
}

Values Query::State::parameter_values(NodeRef parameter) {
  const SyntaxTree &t = tree(parameter);
  const FunctionId f = model.function_of_node({parameter.file, t.parent(t.parent(parameter.node))});
  const auto &fn = model.function(f);
  if (t.has(parameter.node, parser::kStarParam) || t.has(parameter.node, parser::kDoubleStarParam))
    return {display(Value::Kind::Container, parameter)};
  if (fn.class_.valid() && !fn.parameters.empty() && fn.parameters.front() == parameter.node)
    if (Values self = self_values(f, parameter); !self.empty())
      return self;
  Values out;
  for (const Argument &a : arguments_for(f, parameter.node))
    if (a.expression.valid() && kind(a.expression) != Kind::None)
      join(out, via(values_of(a.expression), a.expression), bounds.max_values);
  if (const NodeRef annotation = child(parameter, Role::Annotation); annotation.valid())
    if (Values declared = instance_of_annotation(annotation); !is_nothing(declared))
      join(out, declared, bounds.max_values);
  if (is_nothing(out)) {
    Value v;
    v.kind = Value::Kind::Parameter;
    v.node = parameter;
    join(out, {traced(std::move(v), parameter)}, bounds.max_values);
  }
  return out;
}

/// `Optional[X]`, `X | None`, `"X"`, `Annotated[X, …]`, `Type[X]`: an instance of X (for Type the class itself).
Values Query::State::instance_of_annotation(NodeRef annotation, unsigned depth) {
  if (!annotation.valid() || depth > 6)
    return unknown("no annotation", annotation);
  const SyntaxTree &t = tree(annotation);
  Values out;
  const auto join_all = [&](Role role) {
    for (NodeId c : t.children(annotation.node))
      if (t.role(c) == role)
        join(out, instance_of_annotation({annotation.file, c}, depth + 1), bounds.max_values);
  };
  switch (t.kind(annotation.node)) {
  case Kind::Binary:
    join_all(Role::Left);
    join_all(Role::Right);
    break;
  case Kind::Tuple:
    join_all(Role::Element);
    break;
  case Kind::Subscript: {
    const std::string base = model.dotted_name(child(annotation, Role::Value));
    const std::string_view last = std::string_view(base).substr(base.rfind('.') + 1);
    if (last == "Optional" || last == "Union" || last == "Annotated" || last == "Final" || last == "ClassVar" ||
        last == "Required" || last == "NotRequired") {
      join_all(Role::Index);
      break;
    }
    if (last == "Literal" || last == "Callable" || last == "Type" || last == "type")
      return unknown("an annotation that says no class", annotation);
    [[fallthrough]];
  }
  case Kind::Name:
  case Kind::Attribute:
  case Kind::String: {
    const ClassName c = model.resolve_class(annotation);
    if (c.id.valid())
      out.push_back(instance(c.id, annotation, true));
    else if (!c.external.empty() && c.external != "None" && c.external != "typing.Any" && c.external != "Any" &&
             c.external != "object")
      out.push_back(outside(Value::Kind::Result, c.external, annotation));
    break;
  }
  default:
    break;
  }
  std::erase_if(out, [](const Traced &v) { return v.value.kind == Value::Kind::Unknown; });
  return out.empty() ? unknown("an annotation that says no class", annotation) : out;
}

// Attributes.

Values Query::State::attribute_of(const Values &of, NameId name, NodeRef where) {
  Values out;
  for (const Traced &t : of) {
    Values part = attribute_of_value(t, name, where);
    for (Traced &p : part)
      if (p.value.kind != Value::Kind::Unknown && p.chain.size() < kMaxChain && p.value.kind == Value::Kind::Member)
        p.chain.insert(p.chain.begin(), t.chain.begin(), t.chain.begin() + std::min<size_t>(t.chain.size(), 4));
    join(out, part, bounds.max_values);
  }
  if (out.empty() && leans_on_open())
    return out;
  return out.empty() ? unknown(fmt::format("nothing that may stand here has `{}`", text(name)), where) : out;
}

Values Query::State::attribute_of_value(const Traced &of, NameId name, NodeRef where) {
  const Value &v = of.value;
  switch (v.kind) {
  case Value::Kind::Instance:
    return attribute_of_instance(of, name, where);
  case Value::Kind::Class:
    return attribute_of_class(of, name, where, false);
  case Value::Kind::Module: {
    Values out;
    for (const Referent &d : model.find_exports(v.file, name))
      join(out, value_of_resolved(d, where), bounds.max_values);
    if (out.empty())
      return unknown(fmt::format("module `{}` has no `{}`", model.module_name(v.file), text(name)), where);
    return out;
  }
  case Value::Kind::External: {
    std::string dotted = fmt::format("{}.{}", v.text, text(name));
    if (const auto file = model.find_module(dotted))
      return value_of_resolved({Referent::Kind::Module, *file, 0, {}}, where);
    return {outside(Value::Kind::External, std::move(dotted), where)};
  }
  case Value::Kind::Literal:
    if (kind(v.node) == Kind::None)
      return {}; // reading an attribute of None raises: no value comes of it
    [[fallthrough]];
  case Value::Kind::Result:
  case Value::Kind::Member:
  case Value::Kind::Container:
    return {outside(Value::Kind::Member,
                    fmt::format("{}.{}", path_of(v, v.node.valid() ? tree(v.node) : tree(where)), text(name)), where)};
  case Value::Kind::Function:
    return unknown("an attribute of a function", where);
  case Value::Kind::Partial:
    return unknown("an attribute of a partial", where);
  case Value::Kind::Parameter:
    return unknown(fmt::format("no caller settles parameter `{}`", text(model.name(v.node))), where);
  case Value::Kind::Unknown:
    return {of};
  }
  return {};
}

namespace {

enum class MethodKind : uint8_t { Plain, Static, ClassMethod, Property, Accessor };

MethodKind method_kind(const PackageModel &model, FunctionId f) {
  const FileId file = model.file_of(f);
  for (NodeId d : model.function(f).decorators) {
    const NodeRef expression = model.child({file, d}, Role::Value);
    const std::string name = model.dotted_name(expression);
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    if (name == "staticmethod")
      return MethodKind::Static;
    if (name == "classmethod")
      return MethodKind::ClassMethod;
    if (last == "property" || last == "cached_property" || last == "lazy_property" || last == "abstractproperty")
      return MethodKind::Property;
    if (model.kind(expression) == Kind::Attribute && model.text(model.name(expression)) == "getter")
      return MethodKind::Property;
  }
  if (model.is_setter(f) || model.is_deleter(f))
    return MethodKind::Accessor;
  return MethodKind::Plain;
}

} // namespace

bool Query::State::is_static_method(FunctionId f) const { return method_kind(model, f) == MethodKind::Static; }

bool Query::State::is_class_method(FunctionId f) const { return method_kind(model, f) == MethodKind::ClassMethod; }

bool Query::State::is_property(FunctionId f) const { return method_kind(model, f) == MethodKind::Property; }

/// The value of a member found in class `owner` when it is read from an instance (or from the class itself).
Values Query::State::member_value(const Definition &d, ClassId receiver, bool through_instance) {
  if (d.how != Definition::How::Function)
    return value_of_definition(d);
  const FunctionId f = model.function_of_node(d.expression);
  const MethodKind m = method_kind(model, f);
  if (m == MethodKind::Accessor)
    return {};
  if (m == MethodKind::Property)
    return through_instance ? Values(returns_of(f)) : unknown("a property of a class", d.target);
  Values out = value_of_function(d.target.file, d.expression.node);
  for (Traced &t : out)
    if (t.value.kind == Value::Kind::Function && m != MethodKind::Static &&
        (through_instance || m == MethodKind::ClassMethod))
      t.value.class_ = receiver;
  return out;
}

Values Query::State::attribute_of_instance(const Traced &of, NameId name, NodeRef where) {
  return attribute_of_class(of, name, where, true);
}

/// Along the MRO: what instances are given (`self.x = …` in any method) joins over all classes; a method or class
/// attribute hides those behind it. When the class is known by `self` alone, subclasses count as well.
Values Query::State::attribute_of_class(const Traced &of, NameId name, NodeRef where, bool through_instance) {
  const ClassId c = of.value.class_;
  Values out;
  std::string outside_base;
  bool found = false, hidden = false, unknown_base = false;
  const bool is_set_by_method = model.setter(c, name).valid();
  const auto look_in = [&](ClassId in) {
    bool in_body = false;
    for (const Definition &d : attribute_definitions(in, name)) {
      if (is_set_by_method && kind(d.target) == Kind::Attribute)
        continue; // goes to the setter
      found = true;
      in_body = in_body || d.how == Definition::How::Function;
      join(out, member_value(d, c, through_instance), bounds.max_values);
    }
    return in_body;
  };
  for (const ClassName &base : model.mro(c)) {
    if (base.id.valid()) {
      hidden = look_in(base.id);
      if (hidden)
        break;
    } else if (base.is_unknown()) {
      unknown_base = true;
    } else if (outside_base.empty() && base.external != "object" && !base.external.starts_with("typing.") &&
               !base.external.starts_with("abc.")) {
      outside_base = base.external;
    }
  }
  if (of.value.may_be_subclass)
    for (ClassId sub : model.subclasses(c))
      look_in(sub);
  if (found && !is_nothing(out))
    return out;
  if (Values declared = field_values(c, name); !declared.empty())
    return declared;
  if (Values stored = stored_values(c, name, where); !stored.empty())
    return stored;
  if (found)
    return out;
  if (!outside_base.empty()) {
    if (!through_instance && does(fmt::format("{}.{}", outside_base, text(name)), "instance"))
      return {of}; // called, it makes an instance as the class itself does
    std::string path = fmt::format("{}().{}", outside_base, text(name));
    const bool is_called = kind(where) == Kind::Attribute && tree(where).role(where.node) == Role::Callee;
    if (through_instance && !is_called && does(path, "receiver"))
      return {of};
    return {outside(Value::Kind::Member, std::move(path), where)};
  }
  return unknown(fmt::format("class `{}` has no `{}`{}", model.class_(c).qualified, text(name),
                             unknown_base ? " and a base that could not be read" : ""),
                 where);
}

/// A dataclass-like field: what constructor calls pass for it by keyword.
Values Query::State::field_values(ClassId c, NameId name) {
  Values out;
  const auto definitions = attribute_definitions(c, name);
  if (std::ranges::none_of(definitions, [](const Definition &d) { return d.how == Definition::How::Annotated; }))
    return out;
  unsigned looked_at = 0;
  for (NodeRef use : model.uses(name)) {
    if (kind(use) != Kind::Keyword || kind(parent(use)) != Kind::Call || ++looked_at > bounds.max_stores)
      continue;
    for (const Traced &t : values_of(child(parent(use), Role::Callee)))
      if (t.value.kind == Value::Kind::Class && t.value.class_ == c)
        join(out, via(values_of(child(use, Role::Value)), use), bounds.max_values);
  }
  return out;
}

/// `obj.x = …` outside the class's own methods.
Values Query::State::stored_values(ClassId c, NameId name, NodeRef where) {
  Values out;
  unsigned looked_at = 0;
  for (NodeRef use : attribute_stores(name)) {
    if (use == where)
      continue;
    const NodeRef statement = parent(use);
    if (++looked_at > bounds.max_stores) {
      reached.insert({"max_stores", where});
      break;
    }
    for (const Traced &t : values_of(child(use, Role::Value)))
      if ((t.value.kind == Value::Kind::Instance || t.value.kind == Value::Kind::Class) && t.value.class_ == c)
        join(out, via(values_of(child(statement, Role::Value)), use), bounds.max_values);
  }
  return out;
}

/// The `o.name` of every `o.name = …`.
const std::vector<NodeRef> &Query::State::attribute_stores(NameId name) {
  if (const std::vector<NodeRef> *kept = find_kept(*this, &State::stores, name))
    return *kept;
  std::vector<NodeRef> &found = stores[name];
  for (NodeRef use : model.uses(name))
    if (kind(use) == Kind::Attribute && tree(use).has(use.node, parser::kStore) && kind(parent(use)) == Kind::Assign &&
        tree(use).role(use.node) == Role::Target)
      found.push_back(use);
  return found;
}

/// `super().x`: from the class around the method, what comes after it in the MRO.
Values Query::State::super_attribute(NodeRef super_call, NameId name, NodeRef where) {
  FunctionId f = model.function_at(super_call);
  while (f.valid() && !model.class_of(f).valid())
    f = model.parent_of(f);
  if (!f.valid())
    return unknown("super() outside a class", super_call);
  const ClassId c = model.class_of(f);
  std::string outside_base;
  const auto look_after = [&](ClassId start) {
    Values out;
    bool after = false;
    for (const ClassName &base : model.mro(start)) {
      if (after && base.id.valid())
        for (const Definition &d : attribute_definitions(base.id, name))
          if (d.how != Definition::How::Annotated)
            join(out, member_value(d, c, true), bounds.max_values);
      if (!out.empty())
        break;
      if (after && !base.id.valid() && outside_base.empty() && base.external != "object")
        outside_base = base.external;
      after = after || base.id == c;
    }
    return out;
  };
  Values out = look_after(c);
  // A mixin's super() is the next class of whoever mixes it in.
  for (ClassId sub : model.subclasses(c))
    join(out, look_after(sub), bounds.max_values);
  if (!out.empty())
    return out;
  if (!outside_base.empty())
    return {outside(Value::Kind::Member, fmt::format("{}().{}", outside_base, text(name)), where)};
  return unknown(fmt::format("no base has `{}`", text(name)), where);
}

// Parts of values.

Values Query::State::values_along(NodeRef expression, std::span<const int> path) {
  // A display is taken apart by its own elements: `a, b = f, g` gives each its own.
  while (!path.empty() && path.front() >= 0) {
    const NodeRef element = display_element(expression, path.front());
    if (!element.valid())
      break;
    expression = element;
    path = path.subspan(1);
  }
  Values out;
  if (path.size() > 1 && path[0] == Definition::kAnyElement && path[1] >= 0)
    out = part_of_row(expression, path[1]);
  if (out.empty())
    out = values_of(expression);
  else
    path = path.subspan(2);
  for (int s : path)
    out = step(out, s, expression);
  return out;
}

Values Query::State::step(const Values &of, int index, NodeRef at) {
  Values out;
  for (const Traced &t : of) {
    const Value &v = t.value;
    const NodeRef element = index >= 0 && v.kind == Value::Kind::Container ? display_element(v.node, index) : NodeRef{};
    if (index == Definition::kRest) {
      join(out, {t}, bounds.max_values);
    } else if (element.valid()) {
      join(out, values_of(element), bounds.max_values);
    } else if (v.kind == Value::Kind::Result || v.kind == Value::Kind::Member || v.kind == Value::Kind::External) {
      std::string path = path_of(v, tree(at));
      // Loops over loops must not make ever longer paths: from some depth on an element is told like its container.
      if (std::ranges::count(path, '[') < kMaxElementPath)
        path += index >= 0 ? fmt::format("[{}]", index) : "[]";
      Traced part = outside(Value::Kind::Member, std::move(path), v.node.valid() ? v.node : at);
      part.chain = t.chain;
      join(out, {part}, bounds.max_values);
    } else {
      join(out, elements_of_value(t, at), bounds.max_values);
    }
  }
  return out;
}

/// What an iterator of this package gives next.
Values Query::State::next_of(const Traced &iterator, NodeRef at) {
  for (const char *method : {"__next__", "__anext__"})
    if (const FunctionId f = model.method(iterator.value.class_, model.find_name(method)); f.valid())
      return returns_of(f);
  return unknown("an element of an object", at);
}

Values Query::State::elements_of_value(const Traced &of, NodeRef at) {
  // Iterators that give iterators, and containers that are put into each other, run in a circle.
  const ElementLevel level(*this);
  if (element_level > kMaxElementLevels || element_steps > kMaxElementSteps)
    return unknown("an element of an element, too deep", at);
  const Value &v = of.value;
  if (v.kind == Value::Kind::Instance) {
    for (const char *method : {"__iter__", "__aiter__"})
      if (const FunctionId f = model.method(v.class_, model.find_name(method)); f.valid()) {
        Values out;
        for (const Traced &t : returns_of(f))
          join(out, t.value.kind == Value::Kind::Instance ? next_of(t, at) : elements_of_value(t, at),
               bounds.max_values);
        return out;
      }
    if (const FunctionId f = model.method(v.class_, model.find_name("__getitem__")); f.valid())
      return returns_of(f);
    if (Values next = next_of(of, at); !is_nothing(next))
      return next;
    // `model, parameters = Model.from_pretrained(…)`: the first of what a class method gives.
    const bool is_made = !v.may_be_subclass && at.valid() && kind(at) == Kind::Call &&
                         is_named_for_making(model.name(child(at, Role::Callee)));
    return is_made ? Values{of} : unknown("an element of an object", at);
  }
  if (v.kind != Value::Kind::Container)
    return v.kind == Value::Kind::Unknown || v.kind == Value::Kind::Parameter ? Values{of}
                                                                              : unknown("an element of a value", at);
  const SyntaxTree &t = tree(v.node);
  Values out;
  switch (t.kind(v.node.node)) {
  case Kind::List:
  case Kind::Tuple:
  case Kind::Set:
    for (NodeId c : t.children(v.node.node))
      join(out, values_of({v.node.file, c}), bounds.max_values);
    break;
  case Kind::Dict: // subscripting gives values; iterating gives keys, which are rarely what is asked about
    for (NodeId c : t.children(v.node.node))
      if (t.kind(c) == Kind::Pair)
        join(out, values_of({v.node.file, t.child(c, Role::Value)}), bounds.max_values);
    break;
  case Kind::ListComp:
  case Kind::SetComp:
  case Kind::Generator:
    join(out, values_of({v.node.file, t.child(v.node.node, Role::Element)}), bounds.max_values);
    break;
  case Kind::DictComp:
    join(out, values_of({v.node.file, t.child(t.child(v.node.node, Role::Element), Role::Value)}), bounds.max_values);
    break;
  case Kind::Subscript: // a slice
    join(out, step(containers_in(child(v.node, Role::Value)), Definition::kAnyElement, at), bounds.max_values);
    break;
  case Kind::FunctionDef:
    join(out, yielded_values(model.function_of_node(v.node)), bounds.max_values);
    break;
  case Kind::Call: // OrderedDict(pairs), ModuleList(layers)
    if (is_map(v.node))
      join(out, mapped_values(v.node), bounds.max_values);
    else if (const NodeRef first = first_argument(v.node); first.valid())
      join(out, step(values_of(first), Definition::kAnyElement, at), bounds.max_values);
    break;
  default:
    return unknown("an element of a container that is not followed", at);
  }
  join(out, added_elements(v.node), bounds.max_values);
  return out.empty() ? unknown("an element of an empty container", at) : out;
}

Values Query::State::yielded_values(FunctionId f) {
  Values out;
  const FileId file = model.file_of(f);
  const SyntaxTree &t = model.tree(file);
  const NodeId body = t.child(model.function(f).node, Role::Body);
  for (NodeId n = body; n.valid() && n.value < t.next(body).value;) {
    const Kind k = t.kind(n);
    if (k == Kind::FunctionDef || k == Kind::Lambda || k == Kind::ClassDef) {
      n = t.next(n);
      continue;
    }
    if (k == Kind::Yield)
      if (const NodeId value = t.child(n, Role::Value); value.valid()) {
        const NodeRef e{file, value};
        const Values yielded = values_of(e);
        join(out, t.has(n, parser::kFrom) ? step(yielded, Definition::kAnyElement, e) : yielded, bounds.max_values);
      }
    n = NodeId{n.value + 1};
  }
  return out;
}

Values Query::State::entered(const Values &of, NodeRef at) {
  Values out;
  for (const Traced &t : of) {
    if (t.value.kind == Value::Kind::Instance) {
      FunctionId enter = model.method(t.value.class_, model.find_name("__enter__"));
      if (!enter.valid())
        enter = model.method(t.value.class_, model.find_name("__aenter__"));
      join(out, enter.valid() ? Values(returns_of(enter)) : unknown("a context manager that is not read", at),
           bounds.max_values);
    } else if (t.value.kind == Value::Kind::Container && kind(t.value.node) == Kind::FunctionDef) {
      join(out, yielded_values(model.function_of_node(t.value.node)), bounds.max_values); // @contextmanager
    } else {
      join(out, {t}, bounds.max_values); // files, processes and their kin give themselves
    }
  }
  return out;
}

Values Query::State::evaluate_subscript(NodeRef ref) {
  const NodeRef index = child(ref, Role::Index);
  const Values &of = values_of(child(ref, Role::Value));
  if (!index.valid())
    return unknown("code that could not be read", ref);
  if (kind(index) == Kind::Slice)
    return slice_of(of, ref);
  const std::vector<ItemKey> keys = keys_of(index, of);
  if (keys.empty())
    return via(step(of, Definition::kAnyElement, ref), ref);
  Values out;
  for (const ItemKey &key : keys)
    join(out, items_at(of, key, ref), bounds.max_values);
  return via(std::move(out), ref);
}

Traced Query::State::member_at_key(const Value &of, const std::string &key, NodeRef at) const {
  return outside(Value::Kind::Member, fmt::format("{}[{}]", path_of(of, tree(at)), key), at);
}

// Calls.

Values Query::State::evaluate_call(NodeRef call) {
  const NodeRef callee = child(call, Role::Callee);
  if (!callee.valid())
    return unknown("code that could not be read", call);
  Values out;
  if (const NodeRef made = remotely_made_by(callee); made.valid())
    for (const Traced &t : values_of(made))
      if (t.value.kind == Value::Kind::Class && t.value.class_.valid())
        join(out, {instance(t.value.class_, call, t.value.may_be_subclass)}, bounds.max_values);
  if (!out.empty())
    return out;
  for (const Traced &t : values_of(callee)) {
    const NodeRef given_back = given_back_by(t, call);
    join(out, given_back.valid() ? via(values_of(given_back), call) : call_value(t, call), bounds.max_values);
  }
  return out;
}

/// `Reader.remote`, `Reader.options(num_cpus=1).remote`: the expression whose value a call of it makes an object of.
NodeRef Query::State::remotely_made_by(NodeRef callee) const {
  if (kind(callee) != Kind::Attribute || text(model.name(callee)) != "remote")
    return {};
  const NodeRef object = child(callee, Role::Value), inner = child(object, Role::Callee);
  const bool has_options =
      kind(object) == Kind::Call && kind(inner) == Kind::Attribute && text(model.name(inner)) == "options";
  return has_options ? child(inner, Role::Value) : object;
}

/// What `call` gets back as it was: the argument for the one parameter that a function returns, or what a library is
/// known to give back. What other callers pass does not come out here. None: the callee does more, or it is not seen.
NodeRef Query::State::given_back_by(const Traced &callee, NodeRef call) {
  if (callee.value.kind != Value::Kind::Function) {
    const std::string path = path_of(callee.value, tree(callee.value.node.valid() ? callee.value.node : call));
    const NodeRef method = child(call, Role::Callee);
    if (path.empty())
      return {};
    if (does(path, "first-argument"))
      return first_argument(call);
    return kind(method) == Kind::Attribute && does(path, "receiver") ? child(method, Role::Value) : NodeRef{};
  }
  const NodeId parameter = returned_parameter(callee.value.function);
  return parameter.valid() ? argument_passed(call, callee.value.function, parameter).expression : NodeRef{};
}

/// The parameter that each return of `f` gives as it came, None aside; none: another thing is returned.
NodeId Query::State::returned_parameter(FunctionId f) {
  if (const NodeId *kept = find_kept(*this, &State::returned_parameters, f))
    return *kept;
  NodeId &parameter = returned_parameters[f];
  const auto &fn = model.function(f);
  if (fn.is_generator || fn.is_async || !fn.decorators.empty())
    return parameter;
  NodeId found;
  for (NodeRef returned : returned_expressions(f)) {
    if (kind(returned) == Kind::None)
      continue;
    const NodeId given = parameter_read_at(returned, f);
    if (!given.valid() || (found.valid() && given != found))
      return parameter;
    found = given;
  }
  return parameter = found;
}

/// The parameter of `f` whose only binding the Name at `use` reads.
NodeId Query::State::parameter_read_at(NodeRef use, FunctionId f) const {
  if (kind(use) != Kind::Name)
    return {};
  const ModuleModel &m = model.module(use.file);
  const ScopeId owner = m.resolve(model.name(use), m.scope_at(use.node));
  if (!owner.valid())
    return {};
  const std::span<const Binding> bindings = m.bindings_of(model.name(use), owner);
  if (bindings.size() != 1 || bindings.front().kind != BindingKind::Parameter)
    return {};
  const auto &own = model.function(f).parameters;
  const auto found = std::ranges::find(own, bindings.front().source);
  const bool is_variadic =
      found != own.end() && (m.tree.has(*found, parser::kStarParam) || m.tree.has(*found, parser::kDoubleStarParam));
  return found == own.end() || is_variadic ? NodeId{} : *found;
}

Values Query::State::call_value(const Traced &callee, NodeRef call) {
  const Value &v = callee.value;
  switch (v.kind) {
  case Value::Kind::Function:
    return v.class_.valid() ? called_method(v, call) : via(returns_of(v.function), call);
  case Value::Kind::Class:
    return {instance(v.class_, call, v.may_be_subclass)};
  case Value::Kind::Instance:
    if (const FunctionId f = called_method_of(v.class_); f.valid())
      return via(returns_of(f), call);
    for (const ClassName &base : model.mro(v.class_))
      if (!base.id.valid() && !base.external.empty())
        return {outside(Value::Kind::Result, base.external + "()", call)};
    return unknown("a call of an object", call);
  case Value::Kind::External:
    if (does(v.text, "container"))
      return {display(Value::Kind::Container, call)};
    return v.text.find('.') == std::string::npos || v.text.starts_with("functools.") || v.text.starts_with("copy.") ||
                   v.text.starts_with("typing.")
               ? call_builtin(v.text, call)
               : Values{outside(Value::Kind::Result, v.text, call)};
  case Value::Kind::Member:
    return call_member(callee, call);
  case Value::Kind::Result:
    return {outside(Value::Kind::Result, v.text + "()", call)};
  case Value::Kind::Partial: {
    Values out;
    for (const Traced &t : values_of(first_argument(v.node)))
      join(out, call_value(t, call), bounds.max_values);
    return out;
  }
  case Value::Kind::Parameter:
    return unknown(fmt::format("a call of parameter `{}`, which no caller settles", text(model.name(v.node))), call);
  case Value::Kind::Unknown:
    return {callee};
  default:
    return unknown("a call of something that is no function", call);
  }
}

/// A method of this name makes an instance of its class, as far as a name can say so.
bool Query::State::is_named_for_making(NameId method) const {
  return does(fmt::format(".{}", text(method)), "instance");
}

/// What a method gives. Of a class method that is named for making an instance of its class, such a one, unless what it
/// gives is known; what it makes of other classes, on which it is called elsewhere, does not come out here.
Values Query::State::called_method(const Value &method, NodeRef call) {
  Values out = via(returns_of(method.function), call);
  if (!is_class_method(method.function) || !is_named_for_making(model.function(method.function).name))
    return out;
  const auto is_instance = [](const Traced &t) { return t.value.kind == Value::Kind::Instance; };
  const auto is_known = [&](const Traced &t) { return is_instance(t) || t.value.kind == Value::Kind::Container; };
  const auto is_own = [&](const Traced &t) {
    return is_instance(t) && model.derives_from(t.value.class_, method.class_);
  };
  const auto is_of_another = [&](const Traced &t) { return is_instance(t) && !is_own(t); };
  const auto is_made_of_cls = [&](const Traced &t) {
    return is_own(t) ||
           (is_instance(t) && t.value.may_be_subclass && model.derives_from(method.class_, t.value.class_));
  };
  const bool is_joined = std::ranges::any_of(out, is_of_another) &&
                         (std::ranges::any_of(out, is_made_of_cls) || out.size() >= bounds.max_values);
  if (is_joined || std::ranges::none_of(out, is_known)) {
    std::erase_if(out, [&](const Traced &t) { return is_instance(t) || t.value.kind == Value::Kind::Unknown; });
    join(out, {instance(method.class_, call, true)}, bounds.max_values);
  }
  return out;
}

NodeRef Query::State::first_argument(NodeRef call, unsigned position) const {
  unsigned index = 0;
  for (NodeId c : tree(call).children(call.node))
    if (tree(call).role(c) == Role::Argument && tree(call).kind(c) != Kind::Keyword && index++ == position)
      return {call.file, c};
  return {};
}

/// Methods of containers that give elements back; everything else is a Result by its dotted path.
Values Query::State::call_member(const Traced &callee, NodeRef call) {
  const std::string &path = callee.value.text;
  const size_t dot = path.rfind('.');
  const std::string_view base = std::string_view(path).substr(0, dot == std::string::npos ? 0 : dot);
  const std::string_view method = std::string_view(path).substr(dot + 1);
  const NodeRef object = child(child(call, Role::Callee), Role::Value);
  if ((base == "dict" || base == "list" || base == "set" || base == "tuple") && object.valid()) {
    const NodeRef argument = first_argument(call);
    if (method == "get" || method == "pop" || method == "setdefault") {
      Values out;
      const auto key = base == "dict" ? constant_key(argument) : std::nullopt;
      for (const Traced &t : values_of(object))
        join(out, key ? item_at(t, *key, call) : step({t}, Definition::kAnyElement, call), bounds.max_values);
      return out;
    }
    if (method == "copy" || method == "values" || method == "items")
      return values_of(object);
  }
  return {outside(Value::Kind::Result, path, call)};
}

Values Query::State::call_builtin(const std::string &name, NodeRef call) {
  const NodeRef first = first_argument(call);
  if (first.valid()) {
    if (name == "getattr")
      if (const auto attribute = constant_string(first_argument(call, 1))) {
        Values out;
        if (const NameId id = model.find_name(*attribute); id.valid())
          out = attribute_of(values_of(first), id, call);
        else
          for (const Traced &t : values_of(first))
            if (t.value.kind == Value::Kind::External || t.value.kind == Value::Kind::Result ||
                t.value.kind == Value::Kind::Member)
              out.push_back(
                  outside(Value::Kind::Member, fmt::format("{}.{}", path_of(t.value, tree(call)), *attribute), call));
        if (const NodeRef fallback = first_argument(call, 2); fallback.valid() && kind(fallback) != Kind::None)
          join(out, values_of(fallback), bounds.max_values);
        return out.empty() ? unknown("getattr of something unknown", call) : out;
      }
    if (name == "functools.partial" || name == "partial" || name == "functools.partialmethod")
      return {display(Value::Kind::Partial, call)};
    if (name == "list" || name == "tuple" || name == "set" || name == "sorted" || name == "reversed" ||
        name == "iter" || name == "frozenset" || name == "dict" || does(name, "first-argument"))
      return values_of(first);
    if (name == "map" && !mapped_functions(call).empty())
      return {display(Value::Kind::Container, call)};
    if (name == "next")
      return step(values_of(first), Definition::kAnyElement, call);
    if (name == "typing.cast" || name == "cast") {
      const NodeRef second = first_argument(call, 1);
      Values declared = instance_of_annotation(first);
      if (!is_nothing(declared) || !second.valid())
        return declared;
      return values_of(second);
    }
    if (name == "type") {
      Values out;
      for (const Traced &t : values_of(first))
        if (t.value.kind == Value::Kind::Instance) {
          Traced c = t;
          c.value.kind = Value::Kind::Class;
          out.push_back(c);
        }
      return out.empty() ? unknown("a type", call) : out;
    }
    if (name == "functools.wraps" || name == "functools.lru_cache" || name == "functools.cache")
      return {outside(Value::Kind::Result, name, call)};
  }
  if (name == "super") {
    FunctionId f = model.function_at(call);
    while (f.valid() && !model.class_of(f).valid())
      f = model.parent_of(f);
    if (f.valid())
      return {instance(model.class_of(f), call, true)};
  }
  return {outside(Value::Kind::Result, name, call)};
}

} // namespace decode_ledger::dataflow
