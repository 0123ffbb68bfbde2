#include "source/encoding.h"

#include <doctest/doctest.h>

using namespace decode_ledger::source;

namespace {

std::string text_of(const std::string &bytes) {
  const DecodedSource decoded = decode_source(bytes);
  CHECK(decoded.problem == "");
  return decoded.text;
}

DecodedSource problem_of(const std::string &bytes) {
  DecodedSource decoded = decode_source(bytes);
  CHECK(decoded.text.empty());
  CHECK(!decoded.problem.empty());
  return decoded;
}

} // namespace

TEST_CASE("UTF-8 is taken as it is, its mark taken off") {
  CHECK(text_of("") == "");
  CHECK(text_of("x = 'caf\xc3\xa9'\n") == "x = 'caf\xc3\xa9'\n");
  CHECK(text_of("\xef\xbb\xbfx = 1\n") == "x = 1\n");
  CHECK(text_of("\xef\xbb\xbf") == "");
  CHECK(text_of(std::string("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(text_of("a\r\n\f\tb\r") == "a\r\n\f\tb\n");
}

TEST_CASE("bytes that are no UTF-8 are placed, and the way out is told") {
  const DecodedSource decoded = problem_of("x = 1\r\ny = 2\nz = 'caf\xe9'\n");
  CHECK(decoded.problem_offset == 21);
  CHECK(decoded.problem == "byte 0xe9 in line 3 is not UTF-8 and no encoding is declared; add "
                           "`# -*- coding: latin-1 -*-` with the encoding that it has, or save it as UTF-8");
  CHECK(problem_of("\xef\xbb\xbf'\xe9'").problem == "byte 0xe9 in line 1 is not UTF-8, as the byte order mark says");
  CHECK(problem_of("# coding: utf-8\n'\xe9'").problem == "byte 0xe9 in line 2 is not UTF-8, which line 1 declares");
}

TEST_CASE("a coding comment in the first two lines decides") {
  const std::string utf8 = "'caf\xc3\xa9'";
  for (const std::string cookie :
       {"# coding: latin-1", "# -*- coding: latin-1 -*-", "# vim: set fileencoding=iso-8859-1 :", "#coding=LATIN_1",
        " \t\f# encoding:  iso8859-1", "#!/usr/bin/env python\n# -*- coding: l1 -*-", "\n# coding: latin-1-unix",
        "# a comment\r\n# coding: latin1", "# decoding, coding: latin-1"})
    CHECK(text_of(cookie + "\n'caf\xe9'") == cookie + "\n" + utf8);
  // Too late, behind code, no comment: no cookie.
  for (const std::string none : {"\n\n# coding: latin-1", "import x\n# coding: latin-1", "x = '# coding: latin-1'",
                                 "# coding latin-1", "# coding:"})
    CHECK(problem_of(none + "\n'caf\xe9'").problem.find("no encoding is declared") != std::string::npos);
}

TEST_CASE("the sets that Python source is written in are converted") {
  CHECK(text_of("# coding: cp1252\n'\x80\x93'") == "# coding: cp1252\n'\xe2\x82\xac\xe2\x80\x9c'");
  CHECK(text_of("# coding: iso-8859-15\n'\xa4\xe9'") == "# coding: iso-8859-15\n'\xe2\x82\xac\xc3\xa9'");
  CHECK(text_of("# coding: ascii\nx = 1") == "# coding: ascii\nx = 1");
  CHECK(text_of("# coding: utf-8-sig\n'\xc3\xa9'") == "# coding: utf-8-sig\n'\xc3\xa9'");
  CHECK(problem_of("# coding: cp1252\n'\x81'").problem == "byte 0x81 in line 2 is not cp1252, which line 1 declares");
  CHECK(problem_of("# coding: us-ascii\n'\xe9'").problem ==
        "byte 0xe9 in line 2 is not us-ascii, which line 1 declares");
}

TEST_CASE("other sets are left to the system, as far as Python could read them") {
  const std::string cookie = "# coding: koi8-r\n";
  const DecodedSource decoded = decode_source(cookie + "'\xc1'");
  // A machine without iconv's tables says that it does not know the set.
  if (decoded.problem.empty())
    CHECK(decoded.text == cookie + "'\xd0\xb0'");
  for (const std::string name : {"nonsense", "utf-16", "utf-7", "cp037", "rot13"})
    CHECK(problem_of("# coding: " + name + "\nx = 1").problem == "unknown encoding `" + name + "` declared in line 1");
  CHECK(problem_of("#!x\n# coding: klingon\n").problem == "unknown encoding `klingon` declared in line 2");
}

TEST_CASE("UTF-16 and UTF-32 are named") {
  CHECK(problem_of(std::string("\xff\xfex\0", 4)).problem.starts_with("UTF-16, by its byte order mark"));
  CHECK(problem_of(std::string("\xfe\xff\0x", 4)).problem.starts_with("UTF-16"));
  CHECK(problem_of(std::string("\xff\xfe\0\0", 4)).problem.starts_with("UTF-32"));
}
