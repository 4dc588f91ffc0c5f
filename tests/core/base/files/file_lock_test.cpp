#include "core/base/files/file_lock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

TEST(FileLock, OnlyOneHoldsIt) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.lock");
  auto first = FileLock::try_once(path);
  EXPECT_TRUE(first.is_held());
  EXPECT_EQ(FileLock::try_once(path).state(), FileLock::State::taken);
  FileLock moved = std::move(first);
  EXPECT_EQ(FileLock::try_once(path).state(), FileLock::State::taken) << "moved, not released";
  moved = FileLock();
  EXPECT_TRUE(FileLock::try_once(path).is_held());
  EXPECT_TRUE(std::filesystem::exists(path)) << "the file stays";
}

TEST(FileLock, AWaitEndsWhenTheHolderReleasesIt) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.lock");
  auto holder = FileLock::wait_for(path);
  std::atomic<bool> released = false;
  std::jthread waiter([&] {
    const auto lock = FileLock::wait_for(path);
    EXPECT_TRUE(lock.is_held());
    EXPECT_TRUE(released);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  released = true;
  holder = FileLock();
}

TEST(FileLock, WithoutAFileItIsImpossible) {
  const TemporaryFolder folder;
  EXPECT_EQ(FileLock::wait_for(folder.file("no/folder/a.lock")).state(), FileLock::State::impossible);
  EXPECT_EQ(FileLock().state(), FileLock::State::impossible);
}

}  // namespace
}  // namespace lockstep
