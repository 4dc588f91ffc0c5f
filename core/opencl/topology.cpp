#include "core/opencl/topology.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace lockstep::opencl {
namespace {

// hwloc's text for the set of bits [begin, end): 32-bit words in hexadecimal, the highest first.
std::string bitmap(unsigned begin, unsigned end) {
  std::string text;
  for (unsigned word = (end - 1) / 32 + 1; word-- > 0;) {
    std::uint32_t bits = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      const unsigned index = word * 32 + bit;
      if (index >= begin && index < end) bits |= std::uint32_t{1} << bit;
    }
    text += fmt::format("{}0x{:08x}", text.empty() ? "" : ",", bits);
  }
  return text;
}

std::string sets(unsigned begin, unsigned end) {
  const std::string processors = bitmap(begin, end);
  return fmt::format(
      R"(cpuset="{0}" complete_cpuset="{0}" nodeset="0x00000001" complete_nodeset="0x00000001")", processors);
}

// The file lives in memory and is reached through /proc, so that nothing is left behind.
std::string readable_file(const std::string& text) {
  const int file = memfd_create("lockstep-topology", 0);
  if (file < 0) return {};
  if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return {};
  const std::string path = fmt::format("/proc/self/fd/{}", file);
  return std::filesystem::exists(path) ? path : std::string();
}

}  // namespace

std::string topology_xml(unsigned processors, std::uint64_t memory_bytes) {
  unsigned id = 1;
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
)";
  text += fmt::format(
      "<object type=\"Machine\" os_index=\"0\" {} allowed_cpuset=\"{}\" allowed_nodeset=\"0x00000001\" "
      "gp_index=\"{}\">\n",
      sets(0, processors), bitmap(0, processors), id++);
  text += fmt::format("<object type=\"NUMANode\" os_index=\"0\" {} gp_index=\"{}\" local_memory=\"{}\"/>\n",
                      sets(0, processors), id++, memory_bytes);
  for (unsigned i = 0; i < processors; ++i) {
    text += fmt::format("<object type=\"Core\" os_index=\"{}\" {} gp_index=\"{}\">", i, sets(i, i + 1), id++);
    text += fmt::format("<object type=\"PU\" os_index=\"{}\" {} gp_index=\"{}\"/></object>\n", i,
                        sets(i, i + 1), id++);
  }
  return text + "</object>\n</topology>\n";
}

bool describe_machine_without_sysfs() {
  if (std::getenv("HWLOC_XMLFILE") || std::filesystem::exists("/sys/devices/system/cpu")) return false;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGESIZE);
  if (processors < 1 || pages < 1 || page_bytes < 1) return false;
  const std::string path =
      readable_file(topology_xml(static_cast<unsigned>(processors),
                                 static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes)));
  return !path.empty() && setenv("HWLOC_XMLFILE", path.c_str(), 0) == 0 &&
         setenv("HWLOC_THISSYSTEM", "1", 0) == 0;
}

}  // namespace lockstep::opencl
