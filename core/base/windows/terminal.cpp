#include "core/base/text/terminal.hpp"

#include <io.h>
#include <windows.h>

#include <cerrno>
#include <cstdio>

#include "core/base/windows/output_filter.hpp"

namespace lockstep {
namespace {

HANDLE console_of(Stream stream) {
  const int descriptor = unfiltered_descriptor(stream);
  return descriptor < 0 ? nullptr : reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

}  // namespace

void write_unfiltered(Stream stream, std::string_view text) {
  drain(stream);
  [[maybe_unused]] const int written =
      ::_write(unfiltered_descriptor(stream), text.data(), static_cast<unsigned>(text.size()));
}

bool write_out() { return drain(Stream::output) && drain(Stream::error) && std::ferror(stdout) == 0; }

bool is_terminal(Stream stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(console_of(stream), &mode) != 0;
}

std::size_t terminal_width() {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (!::GetConsoleScreenBufferInfo(console_of(Stream::output), &info)) return 0;
  return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

}  // namespace lockstep
