// The user is asked once about each file and command.
#include "gui/user_data/consents.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

ProgramCommand command(const std::string& text, const std::string& from,
                       const std::string& folder = "/home/a") {
  ProgramCommand program;
  program.command = text;
  program.folder = folder;
  program.came_with = from;
  return program;
}

TEST(Consents, HoldForThisFileAndThisCommand) {
  const TemporaryFolder folder;
  Consents consents(folder.file("programs.json"));
  EXPECT_FALSE(consents.has(command("./sums", "a.json")));
  consents.add(command("./sums", "a.json"));
  EXPECT_TRUE(consents.has(command("./sums", "a.json")));
  EXPECT_FALSE(consents.has(command("./sums", "b.json")));
  EXPECT_FALSE(consents.has(command("./sums 1", "a.json")));
  EXPECT_FALSE(consents.has(command("./sums", "a.json", "/home/b")));
  EXPECT_TRUE(Consents(folder.file("programs.json")).has(command("./sums", "a.json"))) << "stored";
}

TEST(Consents, TextsCannotBeMistakenForOthers) {
  Consents consents;
  consents.add(command("b\",\"c", "a"));
  EXPECT_FALSE(consents.has(command("b", "a", "c")));
  EXPECT_FALSE(consents.has(command("c", "a\",\"b")));
}

TEST(Consents, ADamagedListAsksAgain) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("programs.json")) << "{\"./sums\": true";
  Consents consents(folder.file("programs.json"));
  EXPECT_FALSE(consents.has(command("./sums", "a.json")));
  consents.add(command("./sums", "a.json"));
  EXPECT_TRUE(Consents(folder.file("programs.json")).has(command("./sums", "a.json")));
}

}  // namespace
}  // namespace lockstep::gui
