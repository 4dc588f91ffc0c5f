#include "core/opencl/driver/topology.hpp"

#include <fmt/format.h>

#include "core/base/environment.hpp"
#include "core/base/machine_facts.hpp"
#include "core/base/shared_memory.hpp"

namespace lockstep::opencl {
namespace {

// Returns hwloc's text for the set of bits [begin, end): 32-bit words in hexadecimal, the highest first.
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
  if (has_environment_variable("HWLOC_XMLFILE") || !is_linux_without_sysfs()) return false;
  const unsigned processors = online_processors();
  const std::uint64_t memory_bytes = total_memory_bytes();
  if (processors == 0 || memory_bytes == 0) return false;
  const std::string path = memory_file("lockstep-topology", topology_xml(processors, memory_bytes));
  if (path.empty() || !set_environment_variable("HWLOC_XMLFILE", path)) return false;
  return has_environment_variable("HWLOC_THISSYSTEM") || set_environment_variable("HWLOC_THISSYSTEM", "1");
}

}  // namespace lockstep::opencl
