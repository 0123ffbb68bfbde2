// What changes a fingerprint and what does not. Each case is a pair of small modules; the site is the last call of
// `decode` in them, the handler the last except clause.

#include "decode_sites/decode_sites.h"

#include <doctest/doctest.h>

using namespace decode_ledger;
using decode_sites::normalised_text;

namespace {

package_model::PackageModel model_of(std::string_view text) {
  auto sources = std::make_shared<source::SourceSet>();
  source::SourceFile file;
  file.path = "m.py";
  file.module = "m";
  file.text = std::string(text);
  sources->base = "/";
  sources->roots = {"."};
  sources->files.push_back(std::move(file));
  std::vector<module_model::ModuleModel> models;
  models.push_back(module_model::build_module_model(parser::parse(sources->files[0].text)));
  return package_model::link_package(std::move(sources), std::move(models));
}

NodeRef last_of(const package_model::PackageModel &model, parser::Kind kind, std::string_view attribute = {}) {
  NodeRef found;
  const parser::SyntaxTree &tree = model.tree(FileId{0U});
  for (size_t n = 0; n < tree.num_nodes(); ++n) {
    NodeId node{n};
    if (tree.kind(node) != kind)
      continue;
    NodeId name = kind == parser::Kind::Call ? tree.child(node, parser::Role::Callee) : node;
    if (attribute.empty() || (tree.kind(name) == parser::Kind::Attribute && model.text(tree.name(name)) == attribute))
      found = {FileId{0U}, node};
  }
  return found;
}

std::string site_of(std::string_view text, parser::Kind kind = parser::Kind::Call) {
  package_model::PackageModel model = model_of(text);
  NodeRef call = last_of(model, kind, "decode");
  REQUIRE(call.valid());
  return decode_sites::site_fingerprint(model, call);
}

std::string handler_of(std::string_view text) {
  package_model::PackageModel model = model_of(text);
  NodeRef handler = last_of(model, parser::Kind::Handler);
  REQUIRE(handler.valid());
  return decode_sites::handler_fingerprint(model, handler);
}

} // namespace

TEST_CASE("layout, comments, quotes and redundant brackets do not matter") {
  std::string plain = site_of("def f(b):\n    x = b['ids'] + [1, 2]\n    return tok.decode(x, skip=True)\n");
  CHECK(plain.size() == 12);
  CHECK(plain == site_of("\n\n# head\ndef f(b):\n  x = b[\"ids\"] + [\n    1,\n    2,\n  ]  # two\n\n  return "
                         "tok.decode(\n    x,\n    skip=True,\n  )\n"));
  CHECK(plain ==
        site_of("def f(b):\n    x = (\n        b['ids'] + [1, 2]\n    )\n    return (tok.decode((x), skip=(True)))\n"));
  CHECK(plain == site_of("def f(b):\n    x = b['ids'] \\\n        + [1, 2]; return tok.decode(x, skip=True)\n"));
}

TEST_CASE("code around it does not matter") {
  std::string plain = site_of("def f(x):\n    return tok.decode(x)\n");
  CHECK(plain ==
        site_of("import os\n\ndef g():\n    x = 1\n\ndef f(x):\n    log(x)\n    y = 2\n    return tok.decode(x)\n"));
  // The receiver is no argument.
  CHECK(plain == site_of("def f(x):\n    tok = make()\n    return tok.decode(x)\n"));
  // A nested function has names of its own.
  CHECK(plain == site_of("def f(x):\n    def g():\n        x = 1\n    return tok.decode(x)\n"));
}

TEST_CASE("what is decoded does matter") {
  std::string plain = site_of("def f(x):\n    return tok.decode(x)\n");
  for (std::string_view other : {
           "def f(x):\n    return tok.decode(y)\n",
           "def f(x):\n    return tok.decode(x[0])\n",
           "def f(x):\n    return tok.decode(x, skip=True)\n",
           "def f(x):\n    x = g(x)\n    return tok.decode(x)\n",
           "def f(x):\n    x[x == -100] = 0\n    return tok.decode(x)\n",
           "def f(x):\n    x.ids = 0\n    return tok.decode(x)\n",
           "def f(x):\n    x += 1\n    return tok.decode(x)\n",
           "def f(x):\n    a, *x = g()\n    return tok.decode(x)\n",
           "def f(x):\n    for x in y: pass\n    return tok.decode(x)\n",
           "def f(x):\n    with y as x: pass\n    return tok.decode(x)\n",
           "def f(x):\n    if (x := y): pass\n    return tok.decode(x)\n",
           "def f(x):\n    return [tok.decode(x) for x in y]\n",
       }) {
    CAPTURE(other);
    CHECK(plain != site_of(other));
  }
}

TEST_CASE("operations keep their grouping") {
  CHECK(site_of("tok.decode((a + b)[0])\n") != site_of("tok.decode(a + b[0])\n"));
  CHECK(site_of("tok.decode((a + b) * c)\n") != site_of("tok.decode(a + b * c)\n"));
  CHECK(site_of("tok.decode(a + (b * c))\n") == site_of("tok.decode(a + b * c)\n"));
  CHECK(site_of("tok.decode((a,))\n") != site_of("tok.decode(a)\n"));
  CHECK(site_of("tok.decode([a, [b]])\n") != site_of("tok.decode([a[b]])\n"));
  CHECK(site_of("tok.decode(a, b)\n") != site_of("tok.decode((a, b))\n"));
  CHECK(site_of("tok.decode(f(a))\n") != site_of("tok.decode((f, a))\n"));
}

TEST_CASE("strings and numbers") {
  CHECK(site_of("tok.decode(x['it\\'s'])\n") == site_of("tok.decode(x[\"it's\"])\n"));
  CHECK(site_of("tok.decode(x[U'a'])\n") == site_of("tok.decode(x['a'])\n"));
  CHECK(site_of("tok.decode(x[b'a'])\n") != site_of("tok.decode(x['a'])\n"));
  CHECK(site_of("tok.decode(x[f\"{a['k']}\"])\n") == site_of("tok.decode(x[f'{a[\"k\"]}'])\n"));
  CHECK(site_of("tok.decode(0XFF)\n") == site_of("tok.decode(0xff)\n"));
  CHECK(site_of("tok.decode('#')\n") != site_of("tok.decode('')\n"));
}

TEST_CASE("the body of a loop is no part of its target") {
  CHECK(site_of("for x in y:\n    print(1)\n    tok.decode(x)\n") ==
        site_of("for x in y:\n    print(2)\n    tok.decode(x)\n"));
  CHECK(site_of("for x in y:\n    tok.decode(x)\n") != site_of("for x in z:\n    tok.decode(x)\n"));
}

TEST_CASE("a reference counts with the call that it is handed to") {
  using parser::Kind;
  CHECK(site_of("map(tok.decode, x)\n", Kind::Attribute) != site_of("map(tok.decode, y)\n", Kind::Attribute));
  CHECK(site_of("map(tok.decode, x)\n", Kind::Attribute) != site_of("x = y\nmap(tok.decode, x)\n", Kind::Attribute));
  CHECK(site_of("map(tok.decode, x)\n", Kind::Attribute) == site_of("tok = y\nmap(tok.decode, x)\n", Kind::Attribute));
}

TEST_CASE("handlers: clause and body, not the protected region") {
  std::string plain = handler_of("try:\n    f()\nexcept Exception as e:\n    log(e)\n");
  CHECK(plain ==
        handler_of("try:\n    g()\n    h()\nexcept (Exception) as e:  # why\n\n    log(\n        e,\n    )\n"));
  CHECK(plain != handler_of("try:\n    f()\nexcept Exception as e:\n    log(e)\n    raise\n"));
  CHECK(plain != handler_of("try:\n    f()\nexcept ValueError as e:\n    log(e)\n"));
}

TEST_CASE("broken code has a fingerprint, too") {
  CHECK(site_of("def f(x):\n    return tok.decode(x +)\n").size() == 12);
}

TEST_CASE("normalised text") {
  CHECK(normalised_text("self . tokenizer.\\\n  batch_decode") == "self.tokenizer.batch_decode");
  CHECK(normalised_text("procs[ \"en\" ].decode") == "procs['en'].decode");
  CHECK(normalised_text("get( a,b, ) .decode # x") == "get(a, b).decode");
  CHECK(normalised_text("(a  or b).decode") == "(a or b).decode");
  CHECK(normalised_text("except(ValueError,TypeError)as  e") == "except (ValueError, TypeError) as e");
  CHECK(normalised_text("f(a if b else c, k=1)") == "f(a if b else c, k=1)");
  CHECK(normalised_text("") == "");
  CHECK(normalised_text("'abc") == "'abc'");
}
