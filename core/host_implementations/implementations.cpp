#include "core/host_implementations/implementations.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/host_implementations/libraries.hpp"

namespace lockstep::host {
namespace {

struct Library {
  std::string_view id;  // of the catalogue's entry
  Opener (*opener)();
};
constexpr Library kLibraries[] = {
    {"cpu/sequential", sequential_reduce},
    {"cpu/std-reduce", standard_reduce},
    {"cpu/openmp", openmp_reduce},
    {"cpu/openmp-false-sharing", openmp_neighbours},
    {"cpu/openmp-padded", openmp_apart},
    {"cpu/mpi-reduce", mpi_reduce},
    {"cpu/sequential-scan", sequential_scan},
    {"cpu/std-scan", standard_scan},
    {"cpu/openmp-scan", openmp_scan},
    {"cpu/mpi-scan", mpi_scan},
};

Implementation with_library(const HostImplementation& entry) {
  const auto library = std::ranges::find(kLibraries, entry.id, &Library::id);
  if (library == std::end(kLibraries)) throw std::logic_error(entry.id + " has no library");
  const Opener opener = library->opener();
  return {entry, opener.open, opener.missing};
}

}  // namespace

const std::vector<Implementation>& implementations() {
  static const std::vector<Implementation> all = [] {
    std::vector<Implementation> made;
    for (const HostImplementation& entry : host_implementations()) made.push_back(with_library(entry));
    return made;
  }();
  return all;
}

const Implementation* find_implementation(std::string_view id) {
  const auto found = std::ranges::find(implementations(), id, &Implementation::id);
  return found == implementations().end() ? nullptr : &*found;
}

const Implementation& implementation_of(const HostImplementation& entry) {
  return *find_implementation(entry.id);
}

std::vector<ElementType> host_types() {
  using enum ElementType;
  return {int32, uint32, float32, int64, uint64, float64, uint16x4};
}

}  // namespace lockstep::host
