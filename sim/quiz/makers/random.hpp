// A generator of pseudorandom numbers that gives the same numbers on every machine: SplitMix64 (Steele, Lea,
// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::quiz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Returns one of the numbers 0 … count - 1, uniformly distributed. `count` must not be 0.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t rest = (UINT64_MAX % count + 1) % count;  // numbers after the last complete cycle
    for (;;) {
      const std::uint64_t number = next();
      if (number <= UINT64_MAX - rest) return number % count;
    }
  }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t left = all.size(); left > 1; --left) std::swap(all[left - 1], all[below(left)]);
  }

 private:
  std::uint64_t state_;
};

// Maps a text to a number by FNV-1a, with the same result on every machine.
inline std::uint64_t text_number(std::string_view text) {
  std::uint64_t number = 0xCBF29CE484222325u;
  for (const char c : text) number = (number ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return number;
}

}  // namespace lockstep::quiz
