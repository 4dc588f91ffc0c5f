#include "cli/commands/trace/instructions.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/json.hpp"
#include "sim/bytecode/disassembly.hpp"

namespace lockstep::cli {

namespace {

constexpr std::size_t kPiece = 1 << 16;

std::string lanes_text(const sim::Trace& trace, const sim::Moment& moment) {
  return fmt::format("{:0{}x}", moment.lanes, (trace.model().warp_width + 3) / 4);
}

std::string line_of(const sim::Trace& trace, std::uint64_t at) {
  const sim::Moment moment = trace.at(at).moment;
  const bool begins = at == 0 || trace.at(at - 1).moment.launch != moment.launch;
  return fmt::format("{}{:6}  group {} warp {} lanes {}  {}",
                     begins ? fmt::format("launch {}\n", moment.launch + 1) : "", at, moment.group,
                     moment.warp, lanes_text(trace, moment),
                     sim::instruction_line(trace.program_at(at), moment.pc));
}

std::string object_of(const sim::Trace& trace, std::uint64_t at) {
  const sim::Moment moment = trace.at(at).moment;
  const sim::SourceRange range = trace.range_at(at);
  const Json row{{"moment", at},
                 {"launch", moment.launch},
                 {"group", moment.group},
                 {"warp", moment.warp},
                 {"lanes", lanes_text(trace, moment)},
                 {"index", moment.pc},
                 {"text", sim::instruction_text(trace.instruction_at(at))},
                 {"line", range.line},
                 {"column", range.column}};
  return (at == 0 ? "\n" : ",\n") + row.dump();
}

}  // namespace

void write_instructions(const sim::Trace& trace, bool json,
                        const std::function<void(std::string_view)>& write) {
  std::string text = json ? "{\"instructions\": [" : "";
  for (std::uint64_t at = 0; at < trace.size(); ++at) {
    text += json ? object_of(trace, at) : line_of(trace, at);
    if (text.size() < kPiece) continue;
    write(text);
    text.clear();
  }
  write(text + (json ? "\n]}\n" : ""));
}

}  // namespace lockstep::cli
