// How long does tree-sitter alone take over these files? The yardstick of bench/spine.py.
//
//     bare_parse [-j THREADS] [LIST]      LIST: a file with one path a line; standard input when left out
//
// Every file is read, parsed and forgotten; nothing walks the tree. It prints one line of JSON.

#include <sys/resource.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

extern "C" const TSLanguage *tree_sitter_python();

namespace {

struct Totals {
  std::atomic<size_t> next_file = 0;
  std::atomic<size_t> source_bytes = 0;
  std::atomic<size_t> unreadable = 0;
};

bool read_file(const std::string &path, std::string &text) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return false;
  text.clear();
  char block[1 << 16];
  while (size_t num_read = std::fread(block, 1, sizeof block, file))
    text.append(block, num_read);
  std::fclose(file);
  return true;
}

void parse_files(const std::vector<std::string> &paths, Totals &totals) {
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  std::string text;
  for (size_t i; (i = totals.next_file++) < paths.size();) {
    if (!read_file(paths[i], text)) {
      ++totals.unreadable;
      continue;
    }
    totals.source_bytes += text.size();
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, text.data(), static_cast<uint32_t>(text.size())));
  }
  ts_parser_delete(parser);
}

std::vector<std::string> read_lines(std::istream &in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty())
      lines.push_back(line);
  return lines;
}

long peak_rss_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  return usage.ru_maxrss * 1024;
#endif
}

} // namespace

int main(int argc, char **argv) {
  unsigned num_threads = std::thread::hardware_concurrency();
  const char *list = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "-j" && i + 1 < argc) {
      num_threads = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    } else if (argv[i][0] != '-' && !list) {
      list = argv[i];
    } else {
      std::fprintf(stderr, "usage: bare_parse [-j THREADS] [LIST]\n");
      return 2;
    }
  }

  std::vector<std::string> paths;
  if (list) {
    std::ifstream in(list);
    paths = read_lines(in);
  } else {
    paths = read_lines(std::cin);
  }

  Totals totals;
  auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < num_threads; ++i)
    threads.emplace_back(parse_files, std::cref(paths), std::ref(totals));
  for (std::thread &thread : threads)
    thread.join();
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  std::printf("{\"files\": %zu, \"unreadable\": %zu, \"bytes\": %zu, \"threads\": %u, \"seconds\": %.4f, "
              "\"peak_rss_bytes\": %ld}\n",
              paths.size(), totals.unreadable.load(), totals.source_bytes.load(), num_threads, elapsed.count(),
              peak_rss_bytes());
  return 0;
}
