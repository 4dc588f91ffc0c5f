// Reads a launch description in Oclgrind's format (.sim) without the kernel: the program, the range, and for
// each argument the words of its header and the data after the header. The meaning of the words and the data
// depends on the kernel's parameters, so it is determined later (argument.hpp). Reading continues after an
// error, and all errors are collected.
//
//   PROGRAM_FILE KERNEL_NAME  GX GY GZ  LX LY LZ  { <header> data… }      '#' begins a comment
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/element.hpp"

namespace lockstep::sim {

// The characters between the words of a line.
inline constexpr std::string_view kBlanksOfSim = " \t\r\f\v";

struct SimError {
  std::uint32_t line = 0;
  std::string message;
};

struct SimWord {
  std::string_view text;  // within the text of the file
  std::uint32_t line = 0;
};

// The values after a header, still as text. There may be millions of values, so they are read only once, when
// their type is known.
struct SimData {
  std::string_view text;   // within the text of the file
  std::uint32_t line = 0;  // the line on which the data begin
  std::vector<SimWord> words() const;
};

// The words of an argument's header, and the values after it.
struct SimHeader {
  std::uint32_t line = 0;
  std::optional<std::uint64_t> size_bytes;
  std::optional<ElementType> type;
  std::string fill;   // V of fill=V, or empty
  std::string range;  // START:INC:END of range=, or empty
  bool noinit = false, null = false, read_only = false, write_only = false, hex = false, dump = false;
  SimData data;
};

struct SimFile {
  std::shared_ptr<const std::string> text;
  std::string program_file;
  std::string kernel;
  std::array<std::uint64_t, 3> global_size{1, 1, 1};
  std::array<std::uint64_t, 3> local_size{1, 1, 1};
  std::vector<SimHeader> headers;
  std::uint32_t program_line = 0, kernel_line = 0, size_line = 0, last_line = 0;
  std::vector<SimError> errors;  // in the order of the lines
};

SimFile parse_sim(std::string text);

// Reads the words and headers of a file one after another. A header is everything between '<' and the last
// '>' of the line.
class SimReader {
 public:
  explicit SimReader(std::string_view text) : rest_(text) {}
  explicit SimReader(const SimData& data) : rest_(data.text), number_(data.line - 1) {}

  struct Piece {
    SimWord word;
    bool is_header = false;
    bool is_closed = true;  // whether a header has its '>'
  };
  std::optional<Piece> next();
  // Takes the next word if it is on this line and is a number of a few digits (digits.hpp).
  std::optional<std::uint32_t> next_digits();
  // Skips all words before the next header and returns them as data.
  SimData pass_data();

  std::uint32_t line() const { return number_; }

 private:
  bool skip_to_word();
  void next_line();
  Piece header();
  std::string_view take(std::size_t length);

  std::string_view rest_;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

// Returns one line "file:line: sentence" for each error.
std::string report(const std::string& path, const std::vector<SimError>& errors);

// Reads the header of an argument: `header` is the text between '<' and '>'.
SimHeader parse_sim_header(const SimWord& header, std::vector<SimError>& errors);

}  // namespace lockstep::sim
