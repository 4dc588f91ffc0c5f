// What became of the results that launches stored in a memory object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/objects/command_node.hpp"

namespace lockstep::runtime {

struct ResultUse {
  std::string name;                               // of the parameter that the object was first given to
  std::shared_ptr<const CommandNode> launch;      // the last one that wrote; null: none did
  std::string kernel;                             // of that launch
  std::vector<std::weak_ptr<ResultUse>> sources;  // of the objects that it read
  bool has_device_data = false;                   // a command other than the program's writes changed it
  bool is_read = false;                           // at some time, by anything
  bool is_read_since = false;                     // since that launch
  bool is_copy_of_host = false;                   // CL_MEM_USE_HOST_PTR
  // The program read it back although no command had changed it.
  std::shared_ptr<const CommandNode> useless_read;
};

void keep_useless_read(const std::shared_ptr<ResultUse>& use, const std::shared_ptr<const CommandNode>& read);
// When the object is gone, or the process ends: a result that the program never got.
void report_unread(ResultUse& use);

}  // namespace lockstep::runtime
