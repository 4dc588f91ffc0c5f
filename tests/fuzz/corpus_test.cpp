// Inputs by which the fuzzer reached new code of the front end or crashed it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/front_end_input.hpp"

namespace lockstep::fuzz {
namespace {

TEST(FrontEndCorpus, EveryInputEndsWithAProgramOrAMessage) {
  unsigned inputs = 0;
  const std::filesystem::path folder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests/fuzz/corpus";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    compile_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++inputs;
  }
  EXPECT_GT(inputs, 0u);
}

}  // namespace
}  // namespace lockstep::fuzz
