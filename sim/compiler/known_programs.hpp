// A cache of compiled programs that are still in use. Another launch in a series of trials uses the same
// program, so its text need not be compiled again.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

struct KnownProgram {
  KernelSource source;
  std::string options;
  std::vector<SourceFile> included;
  std::weak_ptr<const Program> program;
};

class KnownPrograms {
 public:
  // Returns null if the program is unknown or no longer in use, or if an included file has changed.
  std::shared_ptr<const Program> find(const KernelSource& source, const std::string& options);
  void add(KnownProgram known);

 private:
  static constexpr std::size_t kMost = 8;

  std::mutex mutex_;
  std::deque<KnownProgram> known_;  // most recent first
};

}  // namespace lockstep::sim::language
