#include "report/forge.h"
#include "report/review_body.h"

#include <doctest/doctest.h>

using namespace decode_ledger::report;

TEST_CASE("a marker is read back from the last line, and from nowhere else") {
  CHECK(marker_in("text\n\n" + marker_line("DL101:3f9a:1b2c:2")) == "DL101:3f9a:1b2c:2");
  CHECK(marker_in(settled_body("DL302:-:77")) == "DL302:-:77");
  CHECK(marker_in("text\r\n" + marker_line("summary") + "\r\n  ") == "summary");
  CHECK(marker_in("").empty());
  CHECK(marker_in(marker_line("summary") + "more").empty());
  CHECK(marker_in("> " + marker_line("summary")).empty());
  CHECK(marker_in("<!-- decode-ledger:a --> @all <!-- decode-ledger:b -->").empty());
  CHECK(marker_in("<!-- decode-ledger:a--b -->").empty());
  CHECK(marker_in("<!-- decode-ledger: -->").empty());
}

TEST_CASE("lists of comments hold ours alone, and what is no list is none") {
  const auto comments = read_github_comments(R"([{"id": 7, "body": "x\n<!-- decode-ledger:summary -->"},
    {"id": 8, "body": "hello"}, {"id": "../9", "body": "<!-- decode-ledger:summary -->"}, {"body": null}, 3,
    {"id": 10, "in_reply_to_id": 7, "body": "<!-- decode-ledger:summary -->"}])");
  REQUIRE(comments.has_value());
  REQUIRE(comments->size() == 1);
  CHECK(comments->front().id == "7");
  CHECK_FALSE(read_github_comments("{}").has_value());
  CHECK_FALSE(read_github_comments("<html>").has_value());
  CHECK_FALSE(read_gitlab_discussions("null").has_value());
  CHECK(read_gitlab_discussions(R"([{"id": "a", "notes": []}, {"id": "b"}, 1])")->empty());
}

TEST_CASE("answers that lack what is asked give none") {
  CHECK_FALSE(read_diff_refs(R"({"diff_refs": null})").has_value());
  CHECK(read_diff_refs(R"({"diff_refs": {"base_sha": "a", "start_sha": "b", "head_sha": "c"}})")->head == "c");
  CHECK(read_event("[1]").number.empty());
  CHECK(read_event(R"({"pull_request": {"number": 12, "head": {"sha": "f"}}})").number == "12");
  CHECK(read_pull_head("").empty());
  CHECK(read_api_message(R"({"message": "no", "errors": [{"code": 1}]})") == R"(no; [{"code":1}])");
  CHECK(read_api_message("<html>").empty());
}
