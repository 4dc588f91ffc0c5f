// Follows the use of the results that launches have stored in a memory object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/objects/command_node.hpp"

namespace lockstep::runtime {

struct ResultUse {
  std::string name;                               // of the parameter to which the object was first passed
  std::shared_ptr<const CommandNode> launch;      // the last launch that wrote to the object; null: none
  std::string kernel;                             // of that launch
  std::vector<std::weak_ptr<ResultUse>> sources;  // of the objects that this launch read
  bool has_device_data = false;                   // changed by a command other than a write of the program
  bool is_read = false;                           // by the program or a launch, at any time
  bool is_read_since = false;                     // since this launch
  bool is_copy_of_host = false;                   // created with CL_MEM_USE_HOST_PTR
  // A read of the object by the program, although no command had changed the object.
  std::shared_ptr<const CommandNode> useless_read;
};

void keep_useless_read(const std::shared_ptr<ResultUse>& use, const std::shared_ptr<const CommandNode>& read);
// Called when the object is destroyed or the process ends. Reports a result that the program has never read.
void report_unread(ResultUse& use);

}  // namespace lockstep::runtime
