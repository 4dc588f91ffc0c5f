// The use of the results that launches stored in a memory object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/objects/command_node.hpp"

namespace lockstep::runtime {

struct ResultUse {
  std::string name;                               // of the parameter to which the object was first passed
  std::shared_ptr<const CommandNode> launch;      // the last launch that wrote it; null: no launch did
  std::string kernel;                             // of that launch
  std::vector<std::weak_ptr<ResultUse>> sources;  // for the objects that it read
  bool has_device_data = false;                   // changed by a command other than the program's writes
  bool is_read = false;                           // at any time, by any reader
  bool is_read_since = false;                     // since that launch
  bool is_copy_of_host = false;                   // with CL_MEM_USE_HOST_PTR
  // Records that the program read it back although no command had changed it.
  std::shared_ptr<const CommandNode> useless_read;
};

void keep_useless_read(const std::shared_ptr<ResultUse>& use, const std::shared_ptr<const CommandNode>& read);
// Called when the object is destroyed, or the process ends: reports a result that the program never read.
void report_unread(ResultUse& use);

}  // namespace lockstep::runtime
