#include "core/base/machine_facts.hpp"

#include <windows.h>

#include <algorithm>
#include <bit>

#include "core/base/large_pages.hpp"
#include "core/base/mapped_memory.hpp"
#include "core/base/own_resource.hpp"
#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

MEMORYSTATUSEX memory_status() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  ::GlobalMemoryStatusEx(&status);
  return status;
}

// The memory limit of the job that this process is in, such as a container.
std::uint64_t free_memory_of_job() {
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  if (!::QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &limits, sizeof limits,
                                   nullptr) ||
      (limits.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) == 0)
    return UINT64_MAX;
  return limits.ProcessMemoryLimit;
}

struct Affinity {
  DWORD_PTR own = 0, all = 0;  // of the processors of one group: 64 at most
};
Affinity affinity() {
  Affinity masks;
  ::GetProcessAffinityMask(::GetCurrentProcess(), &masks.own, &masks.all);
  return masks;
}

}  // namespace

std::uint64_t available_memory_bytes() {
  const MEMORYSTATUSEX status = memory_status();
  if (status.ullTotalPhys == 0) return UINT64_MAX;
  return std::min(
      {std::uint64_t{status.ullAvailPhys}, std::uint64_t{status.ullAvailPageFile}, free_memory_of_job()});
}

std::uint64_t total_memory_bytes() { return memory_status().ullTotalPhys; }

unsigned usable_processors() {
  return static_cast<unsigned>(std::max(std::popcount(std::uint64_t{affinity().own}), 1));
}

unsigned online_processors() { return ::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS); }

bool may_use_all_processors() {
  const Affinity masks = affinity();
  return masks.own != 0 && masks.own == masks.all && usable_processors() == online_processors();
}

std::string processor_name() {
  wchar_t name[128] = {};
  DWORD bytes = sizeof name;
  const LSTATUS status =
      ::RegGetValueW(HKEY_LOCAL_MACHINE, LR"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)",
                     L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &bytes);
  const std::string text = status == ERROR_SUCCESS ? narrow(name) : "";
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return "this machine's processor";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

bool is_linux_without_sysfs() { return false; }

// Large pages need a right that users do not have.
void wish_large_pages(void*, std::size_t) {}

std::string_view own_resource(const std::string& name) {
  HRSRC place = ::FindResourceW(nullptr, wide(name).c_str(), MAKEINTRESOURCEW(10));  // RT_RCDATA
  HGLOBAL resource = place != nullptr ? ::LoadResource(nullptr, place) : nullptr;
  if (resource == nullptr) return {};
  return {static_cast<const char*>(::LockResource(resource)), ::SizeofResource(nullptr, place)};
}

bool is_mapped(const void* begin, std::size_t bytes) {
  const auto* at = static_cast<const std::byte*>(begin);
  const auto* const end = at + bytes;
  while (at < end) {
    MEMORY_BASIC_INFORMATION region{};
    if (::VirtualQuery(at, &region, sizeof region) == 0 || region.State != MEM_COMMIT ||
        (region.Protect & (PAGE_NOACCESS | PAGE_GUARD)) != 0)
      return false;
    at = static_cast<const std::byte*>(region.BaseAddress) + region.RegionSize;
  }
  return true;
}

}  // namespace lockstep
