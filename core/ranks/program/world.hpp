// Communication between all ranks of this run, except for the array. Every function must be called
// by all ranks.
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
  // The number among the ranks on the same machine.
  unsigned local_rank() const { return local_rank_; }
  unsigned local_size() const { return local_size_; }
  const std::string& host() const { return host_; }
  std::string name() const;  // "Rank 1 on node7"

  void barrier() const;
  // A barrier without busy waiting: another rank's device may need the core.
  void wait_asleep_for_all() const;
  std::uint64_t most(std::uint64_t mine) const;
  bool any(bool mine) const { return most(mine ? 1 : 0) != 0; }
  // Returns the texts of all ranks, on every rank.
  std::vector<std::string> all(const std::string& mine) const;
  // Returns the text of rank 0 on every rank; the other ranks sleep while they wait, because
  // MPI would busy-wait.
  std::string from_first(std::string text) const;
  // If a rank fails, no rank continues: all get the error of the first failed rank, with its number and host.
  // An error without a message means that another rank has stopped this rank.
  Result<void> agree(const Result<void>& mine) const;

 private:
  unsigned rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
  std::string host_;
};

}  // namespace lockstep::ranks
