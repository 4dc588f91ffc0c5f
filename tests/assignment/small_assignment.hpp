// An assignment with one task: sum the elements of each work-group.
#pragma once

#include <string>
#include <vector>

#include "assignment/format/read_assignment.hpp"
#include "assignment/grading/grade.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {

inline constexpr const char* kRightSum =
    R"(kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0), i = get_global_id(0);
  block[t] = i < n ? in[i] : 0;
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
)";

// With a public test of 1 point.
inline constexpr const char* kPublicSum = R"(```test Public
{"points": 1, "n": [64], "L": 32, "seeds": 1, "schedules": "lockstep"}
```
)";

class SmallAssignment {
 public:
  // `tests`: the Markdown of the task behind its keys.
  explicit SmallAssignment(const std::string& tests = kPublicSum);

  const AssignmentFolder& folder() const { return folder_; }
  const Assignment& assignment() const { return assignment_; }
  const Task& task() const { return assignment_.tasks.front(); }
  // In the folder of the assignment.
  void write(const std::string& file, const std::string& text) const;
  std::string path(const std::string& file) const { return files_.file(file); }

 private:
  TemporaryFolder files_;
  AssignmentFolder folder_;
  Assignment assignment_;
};

HandedIn handed_in(const std::string& name, const std::string& kernel);

}  // namespace lockstep::assignment
