// All ranks of this run, for everything but the array itself. Each call is made by all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::ranks {

class World {
 public:
  World(int& argument_count, char**& arguments);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  unsigned rank() const { return rank_; }
  unsigned size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  // Among the ranks on the same machine.
  unsigned local_rank() const { return local_rank_; }
  unsigned local_size() const { return local_size_; }
  const std::string& host() const { return host_; }
  std::string name() const;  // "Rank 1 on node7"

  void barrier() const;
  // A barrier without busy waiting: another rank's device may need the core.
  void wait_asleep_for_all() const;
  std::uint64_t most(std::uint64_t mine) const;
  bool any(bool mine) const { return most(mine ? 1 : 0) != 0; }
  // Each rank's text, on all of them.
  std::vector<std::string> all(const std::string& mine) const;
  // Rank 0's text, on all of them; the others sleep meanwhile, where MPI would busy-wait.
  std::string from_first(std::string text) const;
  // If one rank fails, none continues: all get the error of the first one, with its rank and host. An error
  // without a message is that of a rank which another one has stopped.
  Result<void> agree(const Result<void>& mine) const;

 private:
  unsigned rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
  std::string host_;
};

}  // namespace lockstep::ranks
