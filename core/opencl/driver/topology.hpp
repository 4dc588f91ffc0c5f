// A description of this machine for PoCL where /sys is not mounted, as in a bare chroot. PoCL 3.1 gets the
// number of processors and the size of memory from hwloc, which reads /sys; without /sys PoCL ends the whole
// process ("Not enough memory to run on this device").
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::opencl {

// Returns hwloc 2 XML for one memory node of `memory_bytes` that `processors` processors share.
std::string topology_xml(unsigned processors, std::uint64_t memory_bytes);

// If /sys is not mounted and the user has not set HWLOC_XMLFILE, gives hwloc such a description of this
// machine and returns true. To be called before the first OpenCL call of the process.
bool describe_machine_without_sysfs();

}  // namespace lockstep::opencl
