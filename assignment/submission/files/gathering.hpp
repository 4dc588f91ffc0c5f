// Collects the files of one submission from any source, within the limits.
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
  std::vector<NamedBytes> files;   // sorted by path
  std::vector<std::string> notes;  // omissions and conversions, one sentence each
};

class Gathering {
 public:
  // `what` is the name of the submission in errors.
  explicit Gathering(std::string what) : what_(std::move(what)) {}

  // Returns the path in the submission of a file with this name; none if the file is omitted, with a note.
  std::optional<std::string> path_for(std::string_view raw_name);
  // Whether everything in a folder with this name is ignored.
  bool ignores_folder(std::string_view raw_name);
  // Notes an omission: "PATH is a link and was not read.", for `why` "is a link".
  void leave_out(std::string_view raw_name, std::string_view why);

  // Returns the number of bytes that are still permitted, and the Error for a file with more bytes.
  std::uint64_t room() const;
  Error too_much() const;
  // Adds a file. The Error states that a limit of the whole submission is exceeded, or that a second file has
  // the same name.
  Result<void> add(std::string path, std::string bytes);

  Gathered finish();

 private:
  void note(std::string sentence);

  std::string what_;
  Gathered gathered_;
  std::uint64_t bytes_ = 0;
  std::size_t left_out_ = 0;  // omissions without a separate note
  std::set<std::string> paths_, ignored_, converted_;
};

}  // namespace lockstep::assignment
