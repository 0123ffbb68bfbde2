#include "support/charset.h"

#include <array>
#include <cerrno>

#include <iconv.h>
#ifdef __linux__
#include <link.h>
#include <sys/auxv.h>
#endif

namespace decode_ledger {

namespace {

class Converter {
public:
  explicit Converter(const std::string &charset) : handle_(iconv_open("UTF-8", charset.c_str())) {}
  ~Converter() {
    if (ok())
      iconv_close(handle_);
  }
  Converter(const Converter &) = delete;
  Converter &operator=(const Converter &) = delete;
  bool ok() const { return handle_ != invalid(); }
  iconv_t handle() const { return handle_; }

private:
  static iconv_t invalid() { return reinterpret_cast<iconv_t>(-1); }
  iconv_t handle_;
};

/// iconv loads the sets' tables as shared objects. In a statically linked program they would bring in the C library of
/// the machine, which need not fit ours: better to know no set than to crash.
bool can_load_tables() {
#ifdef __linux__
  const auto *headers = reinterpret_cast<const ElfW(Phdr) *>(getauxval(AT_PHDR));
  for (size_t i = 0; headers && i < getauxval(AT_PHNUM); ++i)
    if (headers[i].p_type == PT_INTERP)
      return true;
  return false;
#else
  return true;
#endif
}

} // namespace

std::optional<Converted> convert_to_utf8(std::string_view bytes, const std::string &charset) {
  static const bool knows_sets = can_load_tables();
  if (!knows_sets)
    return std::nullopt;
  const Converter converter(charset);
  if (!converter.ok())
    return std::nullopt;
  Converted converted;
  std::array<char, 1U << 14> buffer;
  // iconv does not write to its input; its signature is older than const.
  char *in = const_cast<char *>(bytes.data());
  size_t in_left = bytes.size();
  bool flushing = false;
  while (true) {
    char *out = buffer.data();
    size_t out_left = buffer.size();
    // A last call without input brings out what a stateful set still holds back.
    const size_t result =
        iconv(converter.handle(), flushing ? nullptr : &in, flushing ? nullptr : &in_left, &out, &out_left);
    converted.text.append(buffer.data(), buffer.size() - out_left);
    if (result != static_cast<size_t>(-1)) {
      if (flushing)
        return converted;
      flushing = true;
    } else if (errno != E2BIG) {
      converted.bad_offset = bytes.size() - in_left;
      return converted;
    }
  }
}

} // namespace decode_ledger
