#include "sim/bytecode/source.hpp"

namespace lockstep::sim {

std::string SourceFile::line_text(std::uint32_t line) const {
  std::size_t begin = 0;
  for (std::uint32_t at = 1; at < line; ++at) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  std::string found = text.substr(begin, text.find('\n', begin) - begin);
  if (!found.empty() && found.back() == '\r') found.pop_back();
  return found;
}

}  // namespace lockstep::sim
