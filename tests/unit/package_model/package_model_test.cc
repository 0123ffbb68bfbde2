// Files linked: what a name of one module means in another, and the order of a class's bases.

#include "in_memory_package.h"

#include <fmt/format.h>

namespace decode_ledger::package_model {
namespace {

using Lines = std::vector<std::string>;

class Package {
public:
  explicit Package(const Files &files) : model_(link(files)) {}
  explicit Package(const std::string &text) : Package(Files{{"m.py", text}}) {}

  const PackageModel &model() const { return model_; }

  FileId module(std::string_view dotted) const {
    const std::optional<FileId> file = model_.find_module(dotted);
    REQUIRE_MESSAGE(file.has_value(), dotted);
    return *file;
  }

  /// What `name` of the module stands for.
  Lines exports(std::string_view dotted, std::string_view name) const {
    return told(model_.find_exports(module(dotted), model_.find_name(name)));
  }

  /// What the last expression with this text stands for where it is written.
  Lines resolved(std::string_view text, std::string_view dotted = "m") const {
    return told(model_.resolve(last_node(model_, module(dotted), text)));
  }

  std::string dotted_name(std::string_view text, std::string_view dotted = "m") const {
    return model_.dotted_name(last_node(model_, module(dotted), text));
  }

  std::string resolved_class(std::string_view text, std::string_view dotted = "m") const {
    return told(model_.resolve_class(last_node(model_, module(dotted), text)));
  }

  std::string mro(std::string_view full_name) const {
    std::string line;
    for (const ClassName &c : model_.mro(class_(full_name)))
      line += (line.empty() ? "" : " ") + told(c);
    return line;
  }

  Lines subclasses(std::string_view full_name) const {
    Lines lines;
    for (ClassId c : model_.subclasses(class_(full_name)))
      lines.push_back(model_.full_name(c));
    return lines;
  }

  std::string found_function(std::string_view full_name) const {
    const FunctionId f = model_.find_function(full_name);
    return f.valid() ? model_.full_name(f) : "none";
  }

  std::string found_class(std::string_view full_name) const {
    const ClassId c = model_.find_class(full_name);
    return c.valid() ? model_.full_name(c) : "none";
  }

  std::string method(std::string_view class_name, std::string_view name, std::string_view after = "") const {
    const FunctionId f =
        model_.method(class_(class_name), model_.find_name(name), after.empty() ? ClassId{} : class_(after));
    return f.valid() ? model_.full_name(f) : "none";
  }

  ClassId class_(std::string_view full_name) const {
    const ClassId c = model_.find_class(full_name);
    REQUIRE_MESSAGE(c.valid(), full_name);
    return c;
  }

private:
  std::string told(const ClassName &c) const {
    return c.id.valid() ? model_.full_name(c.id) : c.is_unknown() ? "?" : c.external;
  }

  Lines told(const std::vector<Referent> &referents) const {
    Lines lines;
    for (const Referent &r : referents)
      switch (r.kind) {
      case Referent::Kind::Module:
        lines.push_back("module " + model_.module_name(r.file));
        break;
      case Referent::Kind::Binding: {
        const Binding &b = model_.module(r.file).bindings[r.binding];
        lines.push_back(fmt::format("{}.{}", model_.module_name(r.file), model_.text(b.name)));
        break;
      }
      case Referent::Kind::External:
        lines.push_back("external " + r.external);
        break;
      }
    return lines;
  }

  PackageModel model_;
};

TEST_CASE("modules and packages are found by dotted name") {
  const Package package({{"p/__init__.py", ""}, {"p/a.py", ""}, {"p/q/__init__.py", ""}, {"s.py", ""}});
  CHECK(package.model().module_name(package.module("p.a")) == "p.a");
  CHECK(package.module("p") == FileId{0U});
  CHECK(package.module("p.q") == FileId{2U});
  CHECK_FALSE(package.model().find_module("p.b").has_value());
  CHECK_FALSE(package.model().find_module("a").has_value());
}

TEST_CASE("relative imports count dots from the package of the file") {
  const Package package({{"p/__init__.py", "from .a import f\n"},
                         {"p/a.py", "def f(): pass\n"},
                         {"p/q/__init__.py", "from ..a import f as g\nfrom . import b\n"},
                         {"p/q/b.py", "from ..a import f\nfrom .. import a as up\nfrom ...x import y\n"}});
  CHECK(package.exports("p", "f") == Lines{"p.a.f"});
  CHECK(package.exports("p.q", "g") == Lines{"p.a.f"});
  CHECK(package.exports("p.q", "b") == Lines{"module p.q.b"});
  CHECK(package.exports("p.q.b", "f") == Lines{"p.a.f"});
  CHECK(package.exports("p.q.b", "up") == Lines{"module p.a"});
}

TEST_CASE("re-exports are followed to the definition") {
  const Package package({{"p/__init__.py", "from .a import C as D, f\n"},
                         {"p/a.py", "from .b import C, f\n"},
                         {"p/b.py", "class C:\n  def m(self): pass\ndef f(): pass\n"},
                         {"s.py", "from p import D\nD\n"}});
  CHECK(package.exports("p", "D") == Lines{"p.b.C"});
  CHECK(package.found_class("p.D") == "p.b.C");
  CHECK(package.found_class("p.a.C") == "p.b.C");
  CHECK(package.found_function("p.f") == "p.b.f");
  CHECK(package.found_function("p.D.m") == "p.b.C.m");
  CHECK(package.found_function("p.D.n") == "none");
  CHECK(package.found_function("p.none") == "none");
  CHECK(package.resolved("D", "s") == Lines{"p.b.C"});
  CHECK(package.dotted_name("D", "s") == "p.b.C");
}

TEST_CASE("a star import brings what __all__ names, else what has no underscore in front") {
  const Package package({{"a.py", "__all__ = ['f', '_g']\ndef f(): pass\ndef _g(): pass\ndef h(): pass\n"},
                         {"b.py", "def f2(): pass\ndef _g2(): pass\n"},
                         {"c.py", "from a import *\nfrom b import *\n"},
                         {"d.py", "from c import *\n"}});
  CHECK(package.exports("c", "f") == Lines{"a.f"});
  CHECK(package.exports("c", "_g") == Lines{"a._g"});
  CHECK(package.exports("c", "h").empty());
  CHECK(package.exports("c", "f2") == Lines{"b.f2"});
  CHECK(package.exports("c", "_g2").empty());
  CHECK(package.exports("d", "f2") == Lines{"b.f2"});
}

TEST_CASE("cycles of imports end") {
  const Package package({{"a.py", "from b import x, f\nfrom b import *\n"},
                         {"b.py", "from a import x\nfrom a import *\ndef f(): pass\n"},
                         {"c.py", "from c import y\nfrom c import *\n"}});
  CHECK(package.exports("a", "f") == Lines{"b.f"});
  CHECK(package.exports("a", "nothing").empty());
  CHECK(package.exports("c", "y").size() <= 1);
  CHECK(package.found_function("a.x") == "none");
}

TEST_CASE("submodules are attributes of their package") {
  const Package package({{"m.py", "import p.a\nimport p.q as z\np.a.f\nz.g\np.a.none\n"},
                         {"p/__init__.py", ""},
                         {"p/a.py", "def f(): pass\n"},
                         {"p/q.py", "def g(): pass\n"}});
  CHECK(package.exports("p", "a") == Lines{"module p.a"});
  CHECK(package.resolved("p.a.f") == Lines{"p.a.f"});
  CHECK(package.resolved("p.a") == Lines{"module p.a"});
  CHECK(package.resolved("z.g") == Lines{"p.q.g"});
}

TEST_CASE("what is outside the package is known by its dotted name") {
  const Package package("import torch.nn as nn\nimport os.path\nfrom transformers import AutoTokenizer as A\n"
                        "nn.Linear\nos.path.join\nA.from_pretrained\nprint\n");
  CHECK(package.resolved("nn.Linear") == Lines{"external torch.nn.Linear"});
  CHECK(package.resolved("os.path.join") == Lines{"external os.path.join"});
  CHECK(package.dotted_name("A.from_pretrained") == "transformers.AutoTokenizer.from_pretrained");
  CHECK(package.resolved("print") == Lines{"external print"});
  CHECK(package.dotted_name("print") == "print");
}

TEST_CASE("a local variable has no dotted name, another kind of expression stands for nothing") {
  const Package package("def f(a):\n  b = a\n  b.c\n  a().d\n");
  CHECK(package.dotted_name("b.c") == "");
  CHECK(package.resolved("a()").empty());
  CHECK(package.resolved("a().d").empty());
}

TEST_CASE("a script finds the scripts beside it") {
  auto sources = std::make_shared<source::SourceSet>();
  std::vector<ModuleModel> models;
  for (const auto &[path, text] :
       Files{{"scripts/run.py", "from utils import f\nf\n"}, {"scripts/utils.py", "def f(): pass\n"}}) {
    sources->files.push_back(file_of(path, text));
    sources->files.back().module = path;
    models.push_back(module_model::build_module_model(parser::parse(text)));
  }
  const PackageModel model = link_package(sources, std::move(models));
  CHECK(model.dotted_name(last_node(model, FileId{0U}, "f")).ends_with("f"));
  const std::vector<Referent> referents = model.resolve(last_node(model, FileId{0U}, "f"));
  REQUIRE(referents.size() == 1);
  CHECK(referents[0].kind == Referent::Kind::Binding);
  CHECK(referents[0].file == FileId{1U});
}

TEST_CASE("the MRO of a diamond is C3's") {
  const Package package("class A: pass\nclass B(A): pass\nclass C(A): pass\nclass D(B, C): pass\n");
  CHECK(package.mro("m.D") == "m.D m.B m.C m.A");
  CHECK(package.subclasses("m.A") == Lines{"m.B", "m.C", "m.D"});
  CHECK(package.subclasses("m.D").empty());
}

TEST_CASE("bases from outside are named, unknown ones stay unknown") {
  const Package package({{"base.py", "import torch\nclass Base(torch.nn.Module): pass\n"},
                         {"m.py", "from base import Base\nclass A(Base, ValueError): pass\nclass B(make()): pass\n"
                                  "class C(Base, metaclass=Meta): pass\n"}});
  CHECK(package.mro("m.A") == "m.A base.Base torch.nn.Module ValueError");
  CHECK(package.mro("m.B").starts_with("m.B ?"));
  CHECK(package.mro("m.C") == "m.C base.Base torch.nn.Module");
  CHECK(package.subclasses("base.Base") == Lines{"m.A", "m.C"});
}

TEST_CASE("a circle of bases and an order that C3 refuses end") {
  const Package package("class A(B): pass\nclass B(A): pass\nclass S(S): pass\n"
                        "class X: pass\nclass Y(X): pass\nclass Z(X, Y): pass\n");
  CHECK(package.mro("m.A").starts_with("m.A"));
  CHECK(package.mro("m.S").starts_with("m.S"));
  CHECK(package.mro("m.Z").starts_with("m.Z m.X"));
  CHECK(package.mro("m.Z").find("m.Y") != std::string::npos);
}

TEST_CASE("methods are looked up along the MRO") {
  const Package package("class A:\n  def f(self): pass\n  def g(self): pass\n"
                        "class B(A):\n  def f(self): pass\n  def f(self, again): pass\n"
                        "class C(B): pass\n");
  CHECK(package.method("m.C", "f") == "m.B.f");
  CHECK(package.method("m.C", "g") == "m.A.g");
  CHECK(package.method("m.C", "f", "m.B") == "m.A.f");
  CHECK(package.method("m.C", "f", "m.A") == "none");
  const PackageModel &model = package.model();
  const FunctionId last = model.method_in(package.class_("m.B"), model.find_name("f"));
  CHECK(model.function(last).parameters.size() == 2);
  CHECK(model.functions_named(model.find_name("f")).size() == 3);
}

TEST_CASE("class expressions: quoted, aliased, from another module, builtin, none") {
  const Package package({{"a.py", "class C: pass\n"},
                         {"m.py", "import a\nfrom a import C as D\nE = D\nF = E\n"
                                  "def f(p: 'D', r: F, s: a.C, t: KeyError, u: g(), v: 'a.'): pass\n"}});
  CHECK(package.resolved_class("'D'") == "a.C");
  CHECK(package.resolved_class("F") == "a.C");
  CHECK(package.resolved_class("a.C") == "a.C");
  CHECK(package.resolved_class("KeyError") == "KeyError");
  CHECK(package.resolved_class("g()") == "?");
}

TEST_CASE("names under which a name may be imported") {
  const Package package({{"a.py", "def f(): pass\n"},
                         {"b.py", "from a import f as g\n"},
                         {"c.py", "from b import g as h\nfrom a import f as g\n"}});
  const PackageModel &model = package.model();
  Lines names;
  for (NameId n : model.names_for(model.find_name("f")))
    names.emplace_back(model.text(n));
  CHECK(names == Lines{"f", "g", "h"});
  CHECK(model.names_for(model.find_name("h")).size() == 1);
  CHECK_FALSE(model.find_name("nowhere").valid());
}

TEST_CASE("uses are every name, attribute and keyword, by file and place") {
  const Package package({{"a.py", "f = 1\nx.f\ng(f=2)\n"}, {"b.py", "print(f)\n"}});
  const PackageModel &model = package.model();
  const NameId f = model.find_name("f");
  Lines uses;
  for (NodeRef use : model.uses(f))
    uses.push_back(fmt::format("{} {}", use.file.value, model.source_text(use)));
  CHECK(uses == Lines{"0 f", "0 x.f", "0 f=2", "1 f"});
  CHECK(model.uses(f, FileId{0U}).size() == 3);
  CHECK(model.uses(f, FileId{1U}).size() == 1);
}

TEST_CASE("functions and classes have one number in the package and one in their file") {
  const Package package({{"a.py", "def f(): pass\n"}, {"b.py", "class C:\n  def m(self): pass\ndef g(): pass\n"}});
  const PackageModel &model = package.model();
  CHECK(model.num_functions() == 5);
  CHECK(model.num_classes() == 1);
  for (uint32_t i = 0; i < model.num_functions(); ++i) {
    const FunctionId f{i};
    CHECK(model.global(model.file_of(f), model.local(f)) == f);
    if (!model.parent_of(f).valid())
      continue;
    CHECK(model.function_of_node(model.node_of(f)) == f);
    CHECK(model.find_function(model.full_name(f)) == f);
  }
  const FunctionId method = model.find_function("b.C.m");
  CHECK(model.full_name(model.class_of(method)) == "b.C");
  CHECK(model.full_name(model.parent_of(method)) == "b");
  CHECK_FALSE(model.class_of(model.find_function("b.g")).valid());
  CHECK_FALSE(model.global(FileId{1U}, ClassId{}).valid());
}

} // namespace
} // namespace decode_ledger::package_model
