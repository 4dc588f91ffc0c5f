// Describes the moments of a trace in the kernel's own terms: pieces of its source, names of its memories.
// Each is found once and cached.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/memory_objects.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class TraceWords {
 public:
  explicit TraceWords(const Trace& trace);  // `trace` must outlive it

  // The source text of a moment's expression or statement in one line, shortened; "line 12" if the text is
  // not available.
  const std::string& source(std::uint64_t position);
  // The whole source line of the moment, without indentation and semicolon.
  const std::string& source_line(std::uint64_t position);
  // The cells that a moment's access touches: "in[0..31]", "a[0], a[2] … a[14]"; "" if they have no name.
  std::string cells(std::uint64_t position);
  // The memories that the launch at a position can name.
  const std::vector<NamedMemory>& memories(std::uint64_t position);

 private:
  // The texts of one program. A text is empty until it is requested; no piece of a source is empty.
  struct Program {
    std::vector<std::size_t> line_begins;
    std::vector<std::string> by_pc, lines;
  };
  Program& program(std::uint64_t position);
  std::string_view text(std::uint64_t position) const;
  static std::size_t offset_of(const Program& program, std::string_view text, std::uint32_t line,
                               std::uint32_t column);

  const Trace& trace_;
  std::vector<Program> programs_;                   // as in the plan
  std::vector<std::vector<NamedMemory>> memories_;  // by launch
};

}  // namespace lockstep::sim
