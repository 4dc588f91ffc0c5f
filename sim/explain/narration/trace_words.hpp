// Describes the moments of a trace in the terms of the kernel: pieces of its source, names of its memories.
// Each description is found once and then cached.
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
  explicit TraceWords(const Trace& trace);  // `trace` must outlive this object

  // Returns the source text of the moment's expression or statement in one line, shortened if necessary;
  // "line 12" if the text is not available.
  const std::string& source(std::uint64_t position);
  // Returns the whole source line of the moment, without indentation and semicolon.
  const std::string& source_line(std::uint64_t position);
  // Returns the cells that the moment accesses: "in[0..31]", "a[0], a[2] … a[14]"; "" if the cells have
  // no name.
  std::string cells(std::uint64_t position);
  // Returns the memories that have a name in the launch at a position.
  const std::vector<NamedMemory>& memories(std::uint64_t position);

 private:
  // The cached texts of one program. An empty text has not been requested yet, because no piece of a source
  // is empty.
  struct Program {
    std::vector<std::size_t> line_begins;
    std::vector<std::string> by_pc, lines;
  };
  Program& program(std::uint64_t position);
  std::string_view text(std::uint64_t position) const;
  static std::size_t offset_of(const Program& program, std::string_view text, std::uint32_t line,
                               std::uint32_t column);

  const Trace& trace_;
  std::vector<Program> programs_;                   // in the order of the plan
  std::vector<std::vector<NamedMemory>> memories_;  // for each launch
};

}  // namespace lockstep::sim
