#include "core/catalogue/kernels.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/catalogue/algorithm.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

const std::string kernels_folder = std::string(LOCKSTEP_SOURCE_DIR) + "/kernels";

TEST(Kernels, EmbeddedByteForByte) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kernels_folder)) {
    if (entry.path().extension() != ".cl") continue;
    ++files;
    const std::string path = fs::relative(entry.path(), kernels_folder).generic_string();
    const auto embedded = load_kernel_file(path, "");
    ASSERT_TRUE(embedded) << path;
    const auto on_disk = read_file(entry.path().string());
    ASSERT_TRUE(on_disk);
    EXPECT_EQ(embedded->text, *on_disk) << path;
    EXPECT_EQ(embedded->path, path);
  }
  EXPECT_EQ(embedded_kernels().size(), files);
}

TEST(Kernels, EveryAlgorithmHasItsFile) {
  for (const auto* list : {&catalogue(), &hazards()})
    for (const Algorithm& algorithm : *list) EXPECT_TRUE(load_kernel(algorithm, "")) << algorithm.id;
}

// The text from `begin` to the next `end`, both included; empty if there is none.
std::string piece(const std::string& text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  const std::size_t to = text.find(end, from);
  return to == std::string::npos ? "unfinished" : text.substr(from, to + end.size() - from);
}

// Each file is valid OpenCL C without other files, so shared parts are repeated in each file with
// identical text.
TEST(Kernels, SharedPiecesAreTheSameTextInAllFiles) {
  const struct {
    std::string_view begin, end;
    std::size_t files;  // minimum number of files that contain it
  } pieces[] = {{"#ifndef T\n", "#endif\n", catalogue().size() + hazards().size()},
                {"// WARP:", "\n#define WARP_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)\n#endif\n", 4},
                {"// Scans the 32 elements", "\n}\n", 3},
                {"// Adds to each element of a block", "(\n", 8}};
  for (const auto& wanted : pieces) {
    std::map<std::string, std::string> known;  // text -> first file that contains it
    std::size_t files = 0;
    for (const auto* list : {&catalogue(), &hazards()})
      for (const Algorithm& algorithm : *list) {
        std::string text = piece(load_kernel(algorithm, "")->text, wanted.begin, wanted.end);
        if (text.empty()) continue;
        ++files;
        const std::string name = kernel_name(algorithm.id);
        if (const std::size_t at = text.find(name); at != std::string::npos)
          text.replace(at, name.size(), "NAME");
        known.try_emplace(text, algorithm.id);
      }
    EXPECT_GE(files, wanted.files) << wanted.begin;
    for (const auto& [text, id] : known) EXPECT_EQ(known.size(), 1u) << id << " has its own:\n" << text;
  }
}

TEST(Kernels, AFolderReplacesTheEmbeddedFiles) {
  const TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  fs::create_directories(folder / "reduce");
  const std::string text("// mine\r\n\0end", 13);
  std::ofstream(folder / "reduce" / "divergent.cl", std::ios::binary) << text;
  const auto source = load_kernel_file("reduce/divergent.cl", folder.string());
  ASSERT_TRUE(source);
  EXPECT_EQ(source->text, text);
  EXPECT_EQ(source->include_dir, path_text(folder / "reduce"));
}

TEST(Kernels, AnEmptyFileIsAnEmptyText) {
  const TemporaryFolder folder;
  const std::string path = folder.file("empty.cl");
  std::ofstream(path).close();
  EXPECT_EQ(read_file(path), "");
}

TEST(Kernels, AnUnreadableFileIsOneSentence) {
  const auto missing = load_kernel_file("reduce/divergent.cl", "/nowhere");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "Cannot read /nowhere/reduce/divergent.cl: No such file or directory. Check the path and its "
            "permissions.");
  const auto folder = read_file(testing::TempDir());
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("is a folder"), std::string::npos);
  EXPECT_FALSE(load_kernel_file("reduce/no-such.cl", ""));
}

}  // namespace
}  // namespace lockstep
