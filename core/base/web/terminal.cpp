// There is no terminal: output goes to the page's console, or to that of node.
#include "core/base/text/terminal.hpp"

#include <cstdio>

namespace lockstep {

void filter_output() {}

void write_unfiltered(Stream stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream == Stream::output ? stdout : stderr);
}

bool write_out() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

bool is_terminal(Stream) { return false; }
std::size_t terminal_width() { return 0; }

}  // namespace lockstep
