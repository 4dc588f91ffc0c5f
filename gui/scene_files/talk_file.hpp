// A talk as a JSON file: a list of scenes, with a title, a note for the speaker and a list of the cards to
// show. Each scene is the name of a file beside the talk, an entry of a course document
// ("document:001/figure-6"), or an object in the talk.
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
  std::vector<std::string> remarks;  // one sentence for each field that was not understood
};
// Loads a talk. An Error names the file and the page, and says what to do.
Result<LoadedTalk> load_talk(const std::string& path);
// Parses the text of a talk. `folder`: the folder of the scene files.
Result<LoadedTalk> parse_talk(std::string_view text, const std::string& folder);

// Returns the text of the talk for a file at `path`. Names of scenes are relative to the folder of this file.
std::string to_talk_file(const Talk& talk, const std::string& path);
// Writes the talk atomically, so that the file contains either the old talk or the complete new talk. Sets
// talk.file to `path`.
Result<void> save_talk(Talk& talk, const std::string& path);
// Copies the talk's file to a file beside it whose name ends in "-before.talk.json", and returns the path of
// the copy; empty: the file does not exist or already contains the talk, so that saving it replaces nothing.
Result<std::string> keep_earlier_talk(const Talk& talk);

}  // namespace lockstep::gui
