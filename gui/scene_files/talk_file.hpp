// A talk as a JSON file: a list of scenes, each a file beside it, an entry of a course document
// ("document:001/figure-6") or written inside, with a title, a note for the speaker and what is shown.
//
//   {"lockstep_talk": 1, "title": "Reduction",
//    "pages": [{"scene": "tree.json", "title": "The tree", "note": "Ask first.", "steps": true},
//              {"scene": {"algorithm": "reduce/divergent", "n": 16}, "show": "source figure:large"}]}
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "gui/talk/talk.hpp"

namespace lockstep::gui {

inline constexpr std::string_view kTalkEnding = ".talk.json";
inline bool is_talk_file(std::string_view path) { return path.ends_with(kTalkEnding); }

struct LoadedTalk {
  Talk talk;
  std::vector<std::string> remarks;  // a sentence for each field that was not understood
};
// An Error names the file, the page, and what to do.
Result<LoadedTalk> load_talk(const std::string& path);
// `folder`: of the scenes' files.
Result<LoadedTalk> parse_talk(std::string_view text, const std::string& folder);

// As a file at `path`: names of scenes are relative to its folder.
std::string to_talk_file(const Talk& talk, const std::string& path);
// Atomic: the file is either the old one or the whole new one. The talk's file is then `path`.
Result<void> save_talk(Talk& talk, const std::string& path);

}  // namespace lockstep::gui
