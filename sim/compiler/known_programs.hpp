// A cache of programs that are still in use. Compiling a text again, for another launch in a series of
// trials, gives the same program.
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
  // Null if the program is not known or no longer in use, or if an included file has changed.
  std::shared_ptr<const Program> find(const KernelSource& source, const std::string& options);
  void add(KnownProgram known);

 private:
  static constexpr std::size_t kMost = 8;

  std::mutex mutex_;
  std::deque<KnownProgram> known_;  // most recent first
};

}  // namespace lockstep::sim::language
