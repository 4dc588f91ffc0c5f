// The files of this project as text, for tests of the arrangement of the sources.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::house {

struct Source {
  std::string path;  // from the root of the project: "core/plan/plan.hpp"
  std::string text;
};

// The files with one of the endings in the given folders and their subfolders, in no particular order.
inline std::vector<Source> sources(const std::vector<std::string>& folders,
                                   const std::vector<std::string>& endings) {
  namespace fs = std::filesystem;
  const fs::path root = LOCKSTEP_SOURCE_DIR;
  std::vector<Source> found;
  for (const std::string& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension().string();
      if (!entry.is_regular_file() || std::find(endings.begin(), endings.end(), ending) == endings.end())
        continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      found.push_back({fs::relative(entry.path(), root).generic_string(), text.str()});
    }
  return found;
}

inline void for_each_line(const std::string& text,
                          const std::function<void(unsigned number, std::string_view line)>& visit) {
  std::istringstream in(text);
  unsigned number = 0;
  for (std::string line; std::getline(in, line);) visit(++number, line);
}

}  // namespace lockstep::house
