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

std::string word_of(const std::vector<PatternRow> &rows, std::string_view name) {
  const PatternRow *row = find_row(rows, name);
  return row ? row->word : "none";
}

/// The values of `key` in the order of the file. Good for our tables, in which a row stands on one line.
std::vector<std::string> values_in_file_order(std::string_view text, std::string_view key) {
  std::vector<std::string> values;
  const std::string start = std::string(key) + " = \"";
  for (size_t at = text.find(start); at != text.npos; at = text.find(start, at)) {
    at += start.size();
    values.emplace_back(text.substr(at, text.find('"', at) - at));
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

TEST_CASE("of rows by hand the first that matches is found") {
  const std::vector<PatternRow> rows = {{"**.decode", "bytes", ""}, {"jwt.*", "other", ""}};
  CHECK(word_of(rows, "jwt.decode") == "bytes");
  CHECK(word_of(rows, "jwt.encode") == "other");
  CHECK(word_of(rows, "nothing") == "none");
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

TEST_CASE("every table is sorted and says nothing twice") {
  for (const EmbeddedFile &file : embedded_knowledge()) {
    CAPTURE(file.name);
    std::vector<std::string> keys = values_in_file_order(file.text, "pattern");
    // A boundary's pattern may have a row for each of several arguments.
    const bool may_repeat = file.name == "boundaries.toml";
    if (keys.empty())
      keys = values_in_file_order(file.text, "name");
    CHECK_FALSE(keys.empty());
    CHECK(std::is_sorted(keys.begin(), keys.end()));
    if (!may_repeat)
      CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == keys.size());
  }
}

} // namespace
} // namespace decode_ledger::knowledge
