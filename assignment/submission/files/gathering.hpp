// Collects the files of one submission, from wherever they come, within the limits.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

struct NamedBytes {
  std::string path;  // "src/reduce.cl"
  std::string bytes;
};

struct Gathered {
  std::vector<NamedBytes> files;   // sorted by their paths
  std::vector<std::string> notes;  // what was left out or converted, a sentence each
};

class Gathering {
 public:
  // `what`: the submission as errors name it.
  explicit Gathering(std::string what) : what_(std::move(what)) {}

  // The path in the submission of a file with this name; none: it is left out, with a note.
  std::optional<std::string> path_for(std::string_view raw_name);
  // Whether everything below a folder with this name is ignored.
  bool ignores_folder(std::string_view raw_name);
  // "PATH is a link and was not read.", for `why` "is a link".
  void leave_out(std::string_view raw_name, std::string_view why);

  // The bytes that still fit. More are an Error.
  std::uint64_t room() const;
  Error too_much() const;
  // The Error is a limit of the whole submission, or a second file with the same name.
  Result<void> add(std::string path, std::string bytes);

  Gathered finish();

 private:
  void note(std::string sentence);

  std::string what_;
  Gathered gathered_;
  std::uint64_t bytes_ = 0;
  std::size_t left_out_ = 0;  // without a note of their own
  std::set<std::string> paths_, ignored_, converted_;
};

}  // namespace lockstep::assignment
