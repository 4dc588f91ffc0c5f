#include "core/base/machine_facts.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lockstep {

namespace {

std::uint64_t free_memory_of_system() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    std::uint64_t kib = 0;
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  }
  return UINT64_MAX;
}

// The free memory within the control group, such as that of a container. The file contains "max" if there is
// no limit.
std::uint64_t free_memory_of_control_group() {
  std::uint64_t most = 0, used = 0;
  std::ifstream limit("/sys/fs/cgroup/memory.max"), current("/sys/fs/cgroup/memory.current");
  if (!(limit >> most) || !(current >> used)) return UINT64_MAX;
  return most > used ? most - used : 0;
}

// The free memory within this process's limit (ulimit -v).
std::uint64_t free_address_space() {
  rlimit limit{};
  std::uint64_t pages = 0;
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  std::ifstream file("/proc/self/statm");
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !(file >> pages))
    return UINT64_MAX;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(page_bytes);
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

}  // namespace

std::uint64_t available_memory_bytes() {
  return std::min({free_memory_of_system(), free_memory_of_control_group(), free_address_space()});
}

std::uint64_t total_memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages < 1 || page_bytes < 1) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

unsigned usable_processors() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0) return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&mine), 1));
}

unsigned online_processors() {
  const long processors = ::sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 0 : static_cast<unsigned>(processors);
}

bool may_use_all_processors() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0) return false;
  const unsigned count = online_processors();
  unsigned first = 0;
  while (first < CPU_SETSIZE && CPU_ISSET(first, &mine)) ++first;
  return count > 0 && first == count && static_cast<unsigned>(CPU_COUNT(&mine)) == count;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    if (begin != line.npos) return line.substr(begin);
  }
  return "this machine's processor";
}

bool is_linux_without_sysfs() {
  std::error_code ignored;
  return std::filesystem::exists("/proc/self", ignored) &&
         !std::filesystem::exists("/sys/devices/system/cpu", ignored);
}

}  // namespace lockstep
