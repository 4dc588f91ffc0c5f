// Inputs of which one construct is nested or repeated up to ten million times, and the real program that
// reads them with little memory and little time. It must give a result, or refuse the input in a sentence.
//
// Each format has its rows in a file of its own; a new format is a function more below and in all_rows().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::fuzz {

// The text is `head`, `opening` n times, `middle`, `closing` n times, `tail`. In `opening` and `closing` "@i"
// is the number of the repetition, from 0 at the outermost, and "@j" the next number; in `middle` "@i" is n.
struct LimitRow {
  enum class Kind : std::uint8_t { depth, size };
  Kind kind = Kind::depth;
  std::string name;  // "kernel/pointer-declarator"
  // The name of the input; its ending says the format. "../home" is the home folder of the program.
  std::string file;
  std::string head, opening, middle, closing, tail;
  // Arguments of the program, in the syntax of a shell; "{}" is the input, "{folder}" an empty folder that
  // the input is in. Each is tried.
  std::vector<std::string> commands;
  // Larger inputs would need more than `most` repetitions; 0: as many as are asked for.
  std::uint64_t most = 0;
  // Names and texts of files in the same folder.
  std::vector<std::pair<std::string, std::string>> beside{};
};

std::vector<LimitRow> kernel_rows();
std::vector<LimitRow> file_rows();
std::vector<LimitRow> all_rows();

std::string text_of(const LimitRow& row, std::uint64_t count);

// What one command of one row did with `count` repetitions.
struct LimitReport {
  std::string fault;  // "" if it ended in time with a result or a sentence
  std::string said;   // the beginning of what it wrote to standard error
  int status = 0;     // 128 + the signal's number if a signal ended it
  double seconds = 0;
  std::uint64_t max_bytes = 0;  // of memory that it had in use at one time
};

// `program` is the path of lockstep.
LimitReport run_limit(const std::string& program, const LimitRow& row, const std::string& command,
                      std::uint64_t count);

}  // namespace lockstep::fuzz
