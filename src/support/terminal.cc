#include "support/terminal.h"

#include "support/clock.h"
#include "support/environment.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace decode_ledger {

namespace {

constexpr double kSecondsBeforeBar = 1.0;
constexpr double kSecondsBetweenDraws = 0.1;
constexpr std::string_view kWipeLine = "\r\x1b[K";

int descriptor(Stream stream) { return stream == Stream::Out ? STDOUT_FILENO : STDERR_FILENO; }

bool is_dumb() {
  const auto term = environment_variable("TERM");
  return !term || term->empty() || *term == "dumb";
}

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace

bool is_terminal(Stream stream) { return isatty(descriptor(stream)) == 1; }

unsigned terminal_width(Stream stream) {
  constexpr unsigned kDefault = 80;
  if (const auto columns = environment_variable("COLUMNS")) {
    const long told = std::strtol(columns->c_str(), nullptr, 10);
    if (told > 0 && told < 10'000)
      return static_cast<unsigned>(told);
  }
  winsize size{};
  if (ioctl(descriptor(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return kDefault;
}

bool use_color(When flag, Stream stream) {
  if (flag != When::Auto)
    return flag == When::Always;
  if (const auto no_color = environment_variable("NO_COLOR"); no_color && !no_color->empty())
    return false;
  if (environment_switch("CLICOLOR_FORCE") || environment_switch("FORCE_COLOR"))
    return true;
  return is_terminal(stream) && !is_dumb();
}

bool use_hyperlinks(When flag, Stream stream) {
  if (flag != When::Auto)
    return flag == When::Always;
  if (!is_terminal(stream) || is_dumb() || environment_variable("CI"))
    return false;
  if (const auto program = environment_variable("TERM_PROGRAM"))
    if (*program == "iTerm.app" || *program == "vscode" || *program == "WezTerm" || *program == "ghostty")
      return true;
  // VTE 0.50 is the first that has them (GNOME Terminal and its kin).
  if (const auto vte = environment_variable("VTE_VERSION"))
    return std::strtol(vte->c_str(), nullptr, 10) >= 5000;
  return environment_variable("WT_SESSION").has_value() || environment_variable("KITTY_WINDOW_ID").has_value();
}

ProgressBar::ProgressBar(std::string label, size_t total, bool quiet)
    : label_(std::move(label)), total_(std::max<size_t>(total, 1)),
      enabled_(!quiet && is_terminal(Stream::Err) && !is_dumb()), began_(monotonic_seconds()),
      next_draw_(began_ + kSecondsBeforeBar) {}

ProgressBar::~ProgressBar() {
  if (drawn_)
    write_to_stderr(kWipeLine);
}

void ProgressBar::advance(size_t steps) {
  const size_t done = done_.fetch_add(steps) + steps;
  if (!enabled_)
    return;
  const double now = monotonic_seconds();
  double due = next_draw_.load();
  // Whoever moves the next draw forward is the one that draws.
  if (now >= due && next_draw_.compare_exchange_strong(due, now + kSecondsBetweenDraws))
    draw(done);
}

void ProgressBar::draw(size_t done) {
  const size_t shown = std::min(done, total_);
  const std::string figures = fmt::format(" {}/{}", shown, total_);
  const size_t width = terminal_width(Stream::Err);
  const size_t taken = label_.size() + figures.size() + 4;
  const size_t cells = width > taken ? std::min<size_t>(width - taken, 40) : 0;
  const size_t full = cells * shown / total_;
  drawn_ = true;
  write_to_stderr(
      fmt::format("{}{} [{}{}]{}", kWipeLine, label_, std::string(full, '#'), std::string(cells - full, '.'), figures));
}

} // namespace decode_ledger
