// Each folder includes only itself and the folders above it in this list. The compiler accepts any include,
// so this test reads all includes and compares them with the list. A folder that is not in the list is an
// error. Inside a room, at every depth, folders do not include each other in a ring.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

constexpr std::array kRooms{
    "core/base",
    "core/plan",
    "core/recording",
    "core/catalogue",
    "core/check",
    "core/benchmark_data",
    "core/packed_text",
    "core/opencl",
    "core/host_implementations",
    "core/bench",
    "core/ranks",
    "sim/device_models",
    "sim/memory_rules",
    "sim/bytecode",
    "sim/frontend",
    "sim/compiler",
    "sim/translation",
    "sim/machine",
    "sim/launch",
    "sim/equal_groups",
    "sim/observers",
    "sim/trace",
    "sim/figure_rows",
    "sim/predicted_times",
    "sim/explain",
    "sim/lab",
    "sim/quiz",
    "runtime",
    "assignment",
    "gui/canvas",
    "gui/figures",
    "gui/state",
    "gui/charts",
    "gui/scene",
    "gui/talk",
    "gui/input",
    "gui/glfw",
    "gui/pdf",
    "gui/widgets",
    "gui/user_data",
    "gui/editor",
    "gui/export",
    "gui/session",
    "gui/background_jobs",
    "gui/lesson",
    "gui/questions",
    "gui/pages",
    "gui/overlays",
    "gui/scene_files",
    "gui/scene_links",
    "gui/undo",
    "gui/app",
    "cli",
};

// Folders above another one in the list that it must not include.
struct Apart {
  std::string_view room, from;
};
constexpr std::array kApart{
    Apart{"core/host_implementations", "core/opencl"},  // implementations without OpenCL
    Apart{"sim/", "core/opencl"},                       // the simulator needs no device
    Apart{"sim/", "core/host_implementations"},
    Apart{"sim/", "core/bench"},
    Apart{"sim/", "core/ranks"},
    Apart{"gui/canvas", "core/"},  // the drawing interface serves any program
    Apart{"gui/canvas", "sim/"},
    Apart{"gui/figures", "core/opencl"},
    Apart{"gui/figures", "core/host_implementations"},
    Apart{"gui/figures", "core/bench"},
    Apart{"gui/figures", "core/ranks"},
    Apart{"gui/pages", "core/opencl"},  // pages show the results of jobs
    Apart{"gui/pages", "core/host_implementations"},
    Apart{"gui/pages", "core/bench"},
    Apart{"gui/pages", "core/ranks"},
};

bool is_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) &&
         (folder.ends_with('/') || path.size() == folder.size() || path[folder.size()] == '/');
}

std::optional<std::size_t> room_of(std::string_view path) {
  const auto found =
      std::find_if(kRooms.begin(), kRooms.end(), [&](std::string_view room) { return is_in(path, room); });
  return found == kRooms.end() ? std::nullopt : std::optional<std::size_t>(found - kRooms.begin());
}

// Describes the error of an include; empty if there is none.
std::string fault_of(std::string_view from, std::string_view to) {
  const auto here = room_of(from), there = room_of(to);
  if (!here) return "is in no room of the list";
  if (!there) return "includes " + std::string(to) + ", which is in no room of the list";
  if (*there > *here)
    return "includes " + std::string(to) + ", but " + kRooms[*there] + " is below " + kRooms[*here];
  if (to == "core/base/text/words.hpp")
    return {};  // one table of terms for what is drawn and what is printed
  for (const Apart& apart : kApart)
    if (is_in(from, apart.room) && is_in(to, apart.from))
      return "includes " + std::string(to) + ", which it must not include";
  return {};
}

std::vector<std::string> own_includes(const Source& source) {
  static const std::regex include(R"re(^\s*#\s*include\s*"([^"]+)")re");
  std::vector<std::string> names;
  for_each_line(source.text, [&](unsigned, std::string_view line) {
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(line.begin(), line.end(), match, include)) names.push_back(match[1].str());
  });
  return names;
}

TEST(Includes, GoUpwardsOnly) {
  std::size_t edges = 0;
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp", ".def"}))
    for (const std::string& name : own_includes(source)) {
      ++edges;
      const std::string fault = fault_of(source.path, name);
      EXPECT_TRUE(fault.empty()) << source.path << " " << fault;
    }
  EXPECT_GT(edges, 1000u) << "the sources were not read";
}

TEST(Includes, AWrongDirectionIsAFault) {
  EXPECT_THAT(fault_of("core/plan/plan.hpp", "core/base/result.hpp"), testing::IsEmpty());
  EXPECT_THAT(fault_of("core/base/text/text.cpp", "core/plan/plan.hpp"),
              testing::HasSubstr("is below core/base"));
  EXPECT_THAT(fault_of("sim/trace/trace.cpp", "core/bench/run_benchmark.hpp"),
              testing::HasSubstr("must not include"));
  EXPECT_THAT(fault_of("gui/extra/new.cpp", "core/plan/plan.hpp"), testing::HasSubstr("no room"));
  EXPECT_THAT(fault_of("core/plan/plan.cpp", "plan.hpp"), testing::HasSubstr("no room"));
}

// Which folder includes which, and by which includes: "core/plan/plan.hpp includes core/base/result.hpp". A
// folder and its parent are two folders.
using FolderIncludes = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

FolderIncludes folder_includes(const std::vector<Source>& all) {
  const auto folder = [](std::string_view path) { return std::string(path.substr(0, path.rfind('/'))); };
  FolderIncludes found;
  for (const Source& source : all)
    for (const std::string& name : own_includes(source))
      if (folder(source.path) != folder(name))
        found[folder(source.path)][folder(name)].push_back(source.path + " includes " + name);
  return found;
}

bool reaches(const FolderIncludes& includes, const std::string& from, const std::string& to) {
  std::set<std::string> seen{from};
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const std::string folder = open.back();
    open.pop_back();
    if (folder == to) return true;
    if (!includes.contains(folder)) continue;
    for (const auto& [next, names] : includes.at(folder))
      if (seen.insert(next).second) open.push_back(next);
  }
  return false;
}

// The includes that lead from a folder into another one from which a way of includes leads back.
std::vector<std::string> includes_in_rings(const FolderIncludes& includes) {
  std::vector<std::string> found;
  for (const auto& [from, others] : includes)
    for (const auto& [to, names] : others)
      if (reaches(includes, to, from)) found.insert(found.end(), names.begin(), names.end());
  return found;
}

TEST(Includes, MakeNoRingOfFolders) {
  const FolderIncludes includes = folder_includes(
      sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp", ".def"}));
  for (const std::string& include : includes_in_rings(includes)) ADD_FAILURE() << include << " in a ring";
}

TEST(Includes, ARingOfFoldersIsSeenWithTheIncludesThatMakeIt) {
  const Source tool{"gui/figures/drawing.hpp", ""};
  const Source part{"gui/figures/lanes/lanes.cpp", "#include \"gui/figures/drawing.hpp\"\n"};
  const Source sum{"gui/figures/figures.hpp", "#include \"gui/figures/lanes/lanes.hpp\"\n"};
  EXPECT_THAT(includes_in_rings(folder_includes({tool, part})), testing::IsEmpty());
  EXPECT_THAT(includes_in_rings(folder_includes({tool, part, sum})),
              testing::UnorderedElementsAre("gui/figures/figures.hpp includes gui/figures/lanes/lanes.hpp",
                                            "gui/figures/lanes/lanes.cpp includes gui/figures/drawing.hpp"));
  const auto next = [](const std::string& from, const std::string& to) {
    return Source{"sim/" + from + "/a.cpp", "#include \"sim/" + to + "/a.hpp\"\n"};
  };
  EXPECT_THAT(
      includes_in_rings(folder_includes({next("a", "b"), next("b", "c"), next("c", "a"), next("c", "d")})),
      testing::SizeIs(3));
}

// The only header that includes the OpenCL bindings, with the options that all of this program uses.
constexpr const char* kOpenClBindings = "core/opencl/driver/cl.hpp";

TEST(Includes, OnlyDeviceCodeUsesTheOpenClBindings) {
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp"}))
    for (const std::string& name : own_includes(source))
      EXPECT_FALSE(name == kOpenClBindings && !is_in(source.path, "core/opencl") &&
                   !is_in(source.path, "core/bench"))
          << source.path;
}

// All other code runs where there is no display: the window's library is loaded when a window is wanted.
TEST(Includes, OnlyTheWindowKnowsGlfwAndOpenGl) {
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      for (const char* header : {"<GLFW/", "<GL/", "<EGL/", "<X11/", "<imgui_impl_"})
        EXPECT_FALSE(line.starts_with("#include") && line.find(header) != line.npos &&
                     !is_in(source.path, "gui/glfw"))
            << source.path << ":" << number << ": " << line;
    });
}

// These headers take seconds to compile, so only .cpp files include them.
TEST(Includes, HeavyHeadersStayInSources) {
  for (const Source& source : sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      if (source.path == kOpenClBindings) return;
      for (const char* heavy : {"<nlohmann/json.hpp>", "<fmt/", "<CL/opencl.hpp>", "<CLI/", kOpenClBindings})
        EXPECT_FALSE(line.starts_with("#include") && line.find(heavy) != line.npos)
            << source.path << ":" << number << ": " << line;
    });
}

// Long work of the window is a Job (core/base/job.hpp), which also runs without threads: no other code of the
// window starts a thread or waits for one.
TEST(Jobs, AreTheOnlyThreadsOfTheWindow) {
  for (const Source& source : sources({"gui"}, {".cpp", ".hpp"}))
    for_each_line(source.text, [&](unsigned number, std::string_view line) {
      for (const char* word :
           {"std::thread", "std::jthread", "std::async", "std::mutex", "std::condition_variable", "<thread>",
            "<mutex>", "<condition_variable>", "<future>"})
        EXPECT_EQ(line.find(word), line.npos) << source.path << ":" << number << ": " << line;
    });
}

}  // namespace
}  // namespace lockstep::house
