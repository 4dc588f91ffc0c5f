// Services of the system: directories, environment, libraries, machine, terminal, memory files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/dynamic_library.hpp"
#include "core/base/environment.hpp"
#include "core/base/files/directories.hpp"
#include "core/base/files/own_library.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/process.hpp"
#include "core/base/shared_memory.hpp"
#include "core/base/text/csv.hpp"
#include "core/base/text/json.hpp"

namespace lockstep {
namespace {

// Sets or removes a variable until it is destroyed.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(Directories, FollowTheSpecification) {
  const Variable home("HOME", "/home/a"), config("XDG_CONFIG_HOME", "/c"), data("XDG_DATA_HOME", nullptr),
      state("XDG_STATE_HOME", "relative");
  EXPECT_EQ(config_directory(), "/c/lockstep");
  EXPECT_EQ(data_directory(), "/home/a/.local/share/lockstep");
  EXPECT_EQ(state_directory(), "/home/a/.local/state/lockstep") << "a relative path is ignored";
  EXPECT_EQ(home_directory(), "/home/a");
}

TEST(Directories, AreEmptyWithoutAHome) {
  const Variable home("HOME", nullptr), config("XDG_CONFIG_HOME", nullptr), data("XDG_DATA_HOME", "/d");
  EXPECT_EQ(config_directory(), "");
  EXPECT_EQ(data_directory(), "/d/lockstep");
}

TEST(Environment, AVariableCanBeSet) {
  const Variable none("LOCKSTEP_TEST_VARIABLE", nullptr);
  EXPECT_FALSE(has_environment_variable("LOCKSTEP_TEST_VARIABLE"));
  EXPECT_TRUE(set_environment_variable("LOCKSTEP_TEST_VARIABLE", "1"));
  EXPECT_TRUE(has_environment_variable("LOCKSTEP_TEST_VARIABLE"));
}

TEST(DynamicLibrary, FindsSymbolsOrNothing) {
  const DynamicLibrary mathematics("libm.so.6"), missing("libno-such-library.so");
  ASSERT_TRUE(mathematics.is_open());
  EXPECT_NE(mathematics.symbol("cos"), nullptr);
  EXPECT_EQ(mathematics.symbol("no_such_symbol"), nullptr);
  EXPECT_FALSE(missing.is_open());
  EXPECT_EQ(missing.symbol("cos"), nullptr);
}

TEST(DynamicLibrary, SaysWhichLibraryWasNotFound) {
  EXPECT_EQ(DynamicLibrary("libm.so.6").error(), "");
  const DynamicLibrary missing("libno-such-library.so");
  EXPECT_EQ(library_not_found(missing.error()), "libno-such-library.so") << missing.error();
  EXPECT_EQ(library_not_found("Error loading shared library libGL.so.1: No such file or directory (needed by "
                              "/opt/lockstep-window.so)"),
            "libGL.so.1");
  EXPECT_EQ(library_not_found("/tmp/libglfw.so.3: file too short"), "");
  EXPECT_EQ(own_library("libno-such-library.so"), "");
}

TEST(MachineFacts, AreKnownHere) {
  EXPECT_GE(usable_processors(), 1u);
  EXPECT_GE(online_processors(), usable_processors());
  EXPECT_TRUE(!may_use_all_processors() || usable_processors() == online_processors());
  EXPECT_GT(total_memory_bytes(), 0u);
  EXPECT_LE(available_memory_bytes(), total_memory_bytes());
  EXPECT_FALSE(processor_name().empty());
}

TEST(Process, KnowsItsOwnProgramAndOthers) {
  EXPECT_TRUE(std::filesystem::is_regular_file(own_program()));
  EXPECT_TRUE(std::filesystem::path(program_in_path("sh")).is_absolute());
  EXPECT_EQ(program_in_path("no-such-program-anywhere"), "");
}

TEST(SharedMemory, AMemoryFileCanBeRead) {
  const std::string path = memory_file("lockstep-test", "some text");
  ASSERT_NE(path, "");
  EXPECT_EQ(read_file(path).value(), "some text");
}

TEST(Csv, QuotesWhatNeedsThem) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_quoted("plain"), "\"plain\"");
}

TEST(Json, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(json_line({{"name", "a\xFF"}}), "{\"name\":\"a\xEF\xBF\xBD\"}");
  EXPECT_EQ(json_text({{"b", 1}, {"a", 2}}), "{\n  \"b\": 1,\n  \"a\": 2\n}");
}

}  // namespace
}  // namespace lockstep
