// What the streams can show: a terminal or not, its width, colours, links; and a progress bar.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace decode_ledger {

enum class Stream : uint8_t { Out, Err };

/// A flag such as --color or --hyperlinks.
enum class When : uint8_t { Auto, Always, Never };

bool is_terminal(Stream stream);

/// Columns. COLUMNS decides when it is set; 80 when nothing is known.
unsigned terminal_width(Stream stream);

/// The first that says anything decides: the flag, NO_COLOR (set and not empty), CLICOLOR_FORCE or FORCE_COLOR, then
/// whether `stream` is a terminal that takes colours.
bool use_color(When flag, Stream stream);

/// Links (OSC 8) only where the terminal is known to take them: others show rubbish.
bool use_hyperlinks(When flag, Stream stream);

/// A bar on stderr for runs that take over a second. Nothing is drawn before that, nor when stderr is no terminal or
/// the bar is made quiet; it is wiped away at the end. advance() may be called from any thread.
class ProgressBar {
public:
  ProgressBar(std::string label, size_t total, bool quiet = false);
  ~ProgressBar();
  ProgressBar(const ProgressBar &) = delete;
  ProgressBar &operator=(const ProgressBar &) = delete;

  void advance(size_t steps = 1);

private:
  void draw(size_t done);

  std::string label_;
  size_t total_;
  bool enabled_;
  double began_;
  std::atomic<size_t> done_{0};
  std::atomic<double> next_draw_;
  std::atomic<bool> drawn_{false};
};

} // namespace decode_ledger
