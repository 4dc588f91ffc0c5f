#include "core/base/text/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "core/base/text/visible_text.hpp"

namespace lockstep {
namespace {

int descriptor_of(Stream stream) { return stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO; }

// The cookie of the stdio stream.
struct Filtered {
  int descriptor;
  TerminalText filter;
};

ssize_t write_filtered(void* cookie, const char* bytes, std::size_t count) {
  auto& to = *static_cast<Filtered*>(cookie);
  const std::string shown = to.filter.take({bytes, count});
  for (std::string_view rest = shown; !rest.empty();) {
    const ssize_t written = ::write(to.descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;  // as stdio expects
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return static_cast<ssize_t>(count);
}

// The stream is used until the process ends, and is never closed.
std::FILE* filtered(Stream stream, int buffering) {
  auto* const to = new Filtered{descriptor_of(stream), TerminalText(has_colours(stream))};
  std::FILE* const file = ::fopencookie(to, "w", {nullptr, write_filtered, nullptr, nullptr});
  if (file == nullptr) {
    delete to;
    return stream == Stream::output ? stdout : stderr;
  }
  std::setvbuf(file, nullptr, buffering, BUFSIZ);
  return file;
}

}  // namespace

void filter_output() {
  std::fflush(stdout);
  stdout = filtered(Stream::output, is_terminal(Stream::output) ? _IOLBF : _IOFBF);
  stderr = filtered(Stream::error, _IONBF);
}

void write_unfiltered(Stream stream, std::string_view text) {
  std::fflush(stream == Stream::output ? stdout : stderr);
  [[maybe_unused]] const ssize_t written = ::write(descriptor_of(stream), text.data(), text.size());
}

bool write_out() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

bool is_terminal(Stream stream) { return ::isatty(descriptor_of(stream)) != 0; }

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace lockstep
