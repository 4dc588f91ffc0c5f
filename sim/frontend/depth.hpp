// Counts the depth of a recursion, on every path out of it.
#pragma once

namespace lockstep::sim::language {

class DepthGuard {
 public:
  explicit DepthGuard(unsigned& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  unsigned& depth_;
};

}  // namespace lockstep::sim::language
