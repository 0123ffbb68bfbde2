// Patterns against names, and the real tables: that they load, and that they are kept in the order they promise.

#include "knowledge/knowledge.h"

#include "support/embedded.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace decode_ledger::knowledge {
namespace {

const Knowledge &tables() {
  static const Knowledge knowledge = [] {
    Result<Knowledge> loaded = load_knowledge();
    REQUIRE_MESSAGE(loaded.ok(), (loaded.ok() ? "" : loaded.message()));
    return std::move(loaded).value();
  }();
  return knowledge;
}

std::string word_of(const PatternTable &rows, std::string_view name) {
  const PatternRow *row = find_row(rows, name);
  return row ? row->word : "none";
}

/// The quoted texts of a list, in the order of the file.
std::vector<std::string> quoted(std::string_view text) {
  std::vector<std::string> values;
  for (size_t at = text.find('"'); at != text.npos; at = text.find('"', at)) {
    const size_t end = text.find('"', at + 1);
    values.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return values;
}

TEST_CASE("a pattern without a star matches itself alone") {
  CHECK(matches("tiktoken.get_encoding", "tiktoken.get_encoding"));
  CHECK_FALSE(matches("tiktoken.get_encoding", "tiktoken.get_encodings"));
  CHECK_FALSE(matches("tiktoken.get_encoding", "my.tiktoken.get_encoding"));
  CHECK(matches("", ""));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("a", ""));
}

TEST_CASE("one star stays within a part of the name") {
  CHECK(matches("transformers.*Tokenizer*.from_pretrained", "transformers.LlamaTokenizerFast.from_pretrained"));
  CHECK(matches("transformers.*Tokenizer*", "transformers.Tokenizer"));
  CHECK_FALSE(matches("transformers.*Tokenizer", "transformers.models.llama.LlamaTokenizer"));
  CHECK(matches("*_tok*", "student_tok_tok"));
  CHECK(matches("*a*b", "aab"));
  CHECK_FALSE(matches("*a*b", "aabc"));
  CHECK(matches("*", ""));
}

TEST_CASE("two stars cross parts") {
  CHECK(matches("subprocess.**", "subprocess.run().stdout"));
  CHECK_FALSE(matches("subprocess.**", "subprocess"));
  CHECK(matches("io.BytesIO**", "io.BytesIO().read"));
  CHECK(matches("a.**.d.*e", "a.b.d.c.d.xe"));
  CHECK_FALSE(matches("a.**.d.*e", "a.b.d.c.xe"));
}

TEST_CASE("two stars and a dot stand for any number of parts, also none") {
  CHECK(matches("**.generate", "generate"));
  CHECK(matches("**.generate", "self.model.generate"));
  CHECK_FALSE(matches("**.generate", "regenerate"));
  CHECK_FALSE(matches("**.generate", "self.regenerate"));
  CHECK(matches("call:**.generate", "call:generate"));
  CHECK(matches("call:**.generate", "call:model.generate"));
  CHECK_FALSE(matches("call:**.generate", "call:regenerate"));
  CHECK(matches("transformers.**.*Tokenizer", "transformers.LlamaTokenizer"));
  CHECK(matches("transformers.**.*Tokenizer", "transformers.models.llama.LlamaTokenizer"));
  CHECK_FALSE(matches("transformers.**.*Tokenizer", "transformersLlamaTokenizer"));
}

TEST_CASE("a pattern that starts with a dot is a method of anything") {
  CHECK(matches(".submit", "executor.submit"));
  CHECK(matches(".submit", "concurrent.futures.ThreadPoolExecutor().submit"));
  CHECK_FALSE(matches(".submit", "submit"));
  CHECK_FALSE(matches(".submit", "executor.resubmit"));
  CHECK(matches(".map_*", "pool.map_async"));
}

TEST_CASE("of the rows that match the most specific is found") {
  const PatternTable rows({{"**", "other", ""},
                           {"**.decode", "bytes", ""},
                           {"jwt.**", "other", ""},
                           {"**.Tok*.decode", "token", ""},
                           {"*_tok", "token", ""},
                           {"x", "first", ""},
                           {"x", "second", ""}});
  CHECK(rows.size() == 7);
  CHECK(word_of(rows, "a.decode") == "bytes");
  CHECK(word_of(rows, "a.Token.decode") == "token");
  CHECK(word_of(rows, "jwt.decode") == "bytes");
  CHECK(word_of(rows, "jwt.encode") == "other");
  CHECK(word_of(rows, "my_tok") == "token");
  CHECK(word_of(rows, "x") == "first");
  CHECK(word_of(rows, "nothing") == "other");
  CHECK(word_of(PatternTable(), "nothing") == "none");
}

TEST_CASE("the index finds what trying every row finds") {
  const auto tried = [](const PatternTable &rows, std::string_view name) -> const PatternRow * {
    for (const PatternRow &row : rows)
      if (matches(row.pattern, name))
        return &row;
    return nullptr;
  };
  const std::vector<std::string> names = {"",
                                          "a",
                                          "jwt.decode",
                                          "transformers.AutoTokenizer",
                                          "tok",
                                          "call:len",
                                          "call:x.generate",
                                          "literal:iso-8859-1",
                                          "item:labels",
                                          "io.BytesIO().read",
                                          "subprocess",
                                          "keyword:errors"};
  for (const PatternTable *table : {&tables().factories, &tables().receiver_names, &tables().origins,
                                    &tables().call_shapes, &tables().opaque, &tables().decorators})
    for (const std::string &name : names) {
      CAPTURE(name);
      CHECK(table->find(name) == tried(*table, name));
    }
}

TEST_CASE("of loaded rows the most specific is found") {
  CHECK(word_of(tables().factories, "transformers.AutoProcessor.from_pretrained") == "token");
  CHECK(word_of(tables().factories, "transformers.CLIPImageProcessor.from_pretrained") == "other");
  CHECK(word_of(tables().factories, "transformers.EncodecModel.from_pretrained") == "media");
  CHECK(word_of(tables().factories, "subprocess.run().stdout") == "bytes");
  CHECK(word_of(tables().factories, "tokenizers.decoders.ByteLevel") == "other");
}

TEST_CASE("the tables know the common libraries") {
  CHECK(word_of(tables().factories, "sentencepiece.SentencePieceProcessor") == "token");
  CHECK(word_of(tables().factories, "tiktoken.get_encoding") == "token");
  CHECK(word_of(tables().factories, "diffusers.AutoencoderKL.from_pretrained") == "media");
  CHECK(word_of(tables().factories, "pyctcdecode.build_ctcdecoder") == "search");
  CHECK(word_of(tables().receiver_names, "tokenizer") == "token");
  CHECK(word_of(tables().receiver_names, "image_tokenizer") == "media");
  CHECK(word_of(tables().receiver_names, "stderr") == "bytes");
  CHECK(word_of(tables().call_shapes, "literal:utf-8") == "bytes");
  CHECK(word_of(tables().call_shapes, "keyword:skip_special_tokens") == "token");
  CHECK(word_of(tables().origins, "call:self.model.generate") == "device");
  CHECK(word_of(tables().origins, "item:labels") == "labels");
  CHECK(word_of(tables().origins, "attribute:eos_token_id") == "constant");
  CHECK(word_of(tables().origins, "call:torch.where") == "clears-sentinel");
  CHECK(find_row(tables().opaque, "transformers.pipeline()") != nullptr);
}

TEST_CASE("a decode API is found by its whole name") {
  const DecodeApi *api = tables().find_api("batch_decode");
  REQUIRE(api != nullptr);
  CHECK(api->tokens_only);
  CHECK(api->ids == 0);
  CHECK(api->ids_keyword == "sequences");
  REQUIRE(tables().find_api("decode") != nullptr);
  CHECK_FALSE(tables().find_api("decode")->tokens_only);
  CHECK(tables().find_api("deco") == nullptr);
  CHECK(tables().find_api("zzz") == nullptr);
}

TEST_CASE("the patterns of a group are sorted") {
  for (const EmbeddedFile &file : embedded_knowledge()) {
    CAPTURE(file.name);
    constexpr std::string_view start = "patterns = [";
    for (size_t at = file.text.find(start); at != file.text.npos; at = file.text.find(start, at + 1)) {
      const std::vector<std::string> patterns = quoted(file.text.substr(at, file.text.find("\n]", at) - at));
      CHECK_FALSE(patterns.empty());
      for (size_t i = 1; i < patterns.size(); ++i) {
        CAPTURE(patterns[i]);
        CHECK(patterns[i - 1] < patterns[i]);
      }
    }
  }
}

TEST_CASE("no table says anything twice") {
  const Knowledge &knowledge = tables();
  for (const PatternTable *table :
       {&knowledge.factories, &knowledge.receiver_names, &knowledge.call_shapes, &knowledge.origins,
        &knowledge.decorators, &knowledge.context_managers, &knowledge.exits, &knowledge.entry_points,
        &knowledge.library_calls, &knowledge.opaque}) {
    CHECK_FALSE(table->empty());
    std::set<std::string> seen;
    for (const PatternRow &row : *table) {
      CAPTURE(row.pattern);
      CHECK(seen.insert(row.pattern).second);
    }
  }
  std::set<std::string> names;
  for (const DecodeApi &api : knowledge.decode_apis) {
    CAPTURE(api.name);
    CHECK(names.insert(api.name).second);
  }
}

TEST_CASE("every exception leads to BaseException") {
  const auto &bases = tables().builtin_bases;
  for (const auto &[name, base] : bases) {
    CAPTURE(name);
    std::string at = name;
    for (int steps = 0; steps < 20 && at != "BaseException"; ++steps) {
      const auto found = bases.find(at);
      at = found == bases.end() ? "" : found->second;
    }
    CHECK(at == "BaseException");
  }
}

} // namespace
} // namespace decode_ledger::knowledge
