// What a confined process can still do. The process is this test program, started again in the role that
// LOCKSTEP_CONFINED_PART names. Wine accepts the limits of a job but does not enforce them.
#include "core/base/confinement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <windows.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "core/base/process.hpp"

namespace lockstep {
namespace {

using std::chrono::seconds;
using testing::StartsWith;

constexpr std::size_t kMemory = std::size_t{256} << 20;

// One page of each large page is written, so that the memory is really allocated.
bool takes_memory(std::size_t bytes) {
  auto* memory =
      static_cast<volatile char*>(::VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE));
  if (memory == nullptr) return false;
  for (std::size_t i = 0; i < bytes; i += std::size_t{2} << 20) memory[i] = 1;
  return true;
}

void compute_for_ever() {
  for (volatile unsigned count = 0;;) count = count + 1;
}

void play_confined(const std::string& part) {
  const Result<Confinement> holds =
      confine_this_process({.memory_bytes = kMemory, .processor_time = seconds(1)});
  Parent parent;
  if (!holds) parent.write_line(holds.error().message);
  if (part == "says what holds")
    for (const std::string& name : holds->names()) parent.write_line(name);
  if (part == "takes little memory") parent.write_line(takes_memory(kMemory / 8) ? "taken" : "refused");
  if (part == "takes much memory") parent.write_line(takes_memory(2 * kMemory) ? "taken" : "refused");
  if (part == "starts a program")
    parent.write_line(Child::start({own_program()}, {"LOCKSTEP_CONFINED_PART=nothing"}) ? "started"
                                                                                        : "refused");
  if (part == "computes for ever") compute_for_ever();
  end_process(0);
}

const bool kPlaysConfined = [] {
  if (const char* part = std::getenv("LOCKSTEP_CONFINED_PART")) play_confined(part);
  return true;
}();

bool is_wine() { return ::GetProcAddress(::GetModuleHandleA("ntdll.dll"), "wine_get_version") != nullptr; }

std::unique_ptr<Child> start_confined(const std::string& part) {
  return Child::start({own_program()}, {"LOCKSTEP_CONFINED_PART=" + part}).value();
}

std::string answer_to(const std::string& part) {
  return start_confined(part)->read_line({}, seconds(30)).value_or("nothing");
}

TEST(ConfinementOnWindows, HasLimitsAndNothingElse) {
  const auto child = start_confined("says what holds");
  EXPECT_EQ(child->read_line({}, seconds(30)).value_or("nothing"), "limits");
  EXPECT_FALSE(child->read_line({}, seconds(30)));
  EXPECT_EQ(child->how_it_ended(), "with status 0");
}

TEST(ConfinementOnWindows, LeavesTheMemoryThatWasGranted) {
  EXPECT_EQ(answer_to("takes little memory"), "taken");
}

TEST(ConfinementOnWindows, RefusesMoreMemory) {
  if (is_wine()) GTEST_SKIP() << "Wine keeps no limit of a job";
  EXPECT_EQ(answer_to("takes much memory"), "refused");
}

TEST(ConfinementOnWindows, RefusesToStartPrograms) {
  if (is_wine()) GTEST_SKIP() << "Wine keeps no limit of a job";
  EXPECT_EQ(answer_to("starts a program"), "refused");
}

TEST(ConfinementOnWindows, EndsAProcessThatComputesForLong) {
  if (is_wine()) GTEST_SKIP() << "Wine keeps no limit of a job";
  const auto child = start_confined("computes for ever");
  EXPECT_EQ(child->listen(seconds(30)).kind, Heard::Kind::end);
  EXPECT_THAT(child->how_it_ended(), StartsWith("with status"));
}

}  // namespace
}  // namespace lockstep
