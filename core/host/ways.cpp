// The one list of them.
#include "core/host/ways.hpp"

#include <algorithm>

#include "core/host/implementations.hpp"

namespace lockstep::host {
namespace {

using Family = Algorithm::Family;

Way way(std::string id, std::string title, Family family, const Implementation& implementation,
        std::string summary) {
  Way entry;
  entry.id = std::move(id);
  entry.title = std::move(title);
  entry.family = family;
  entry.summary = std::move(summary);
  entry.open = implementation.open;
  entry.missing = implementation.missing;
  return entry;
}

Way in_slices(Way entry) {
  entry.in_slices = true;
  return entry;
}

std::vector<Way> reductions() {
  return {
      way("cpu/sequential", "Sequential C++", Family::reduction, sequential_reduce(),
          "One thread adds one element after the other to one total, as anybody writes it first: what all "
          "others have to beat."),
      way("cpu/std-reduce", "std::reduce, parallel", Family::reduction, standard_reduce(),
          "The standard library's reduction with the policy par_unseq, on oneTBB: it may take elements in "
          "any "
          "order, so that it can use all cores and vector registers."),
      in_slices(way("cpu/openmp", "OpenMP, reduction clause", Family::reduction, openmp_reduce(),
                    "One line above the sequential loop, reduction(+:total): each thread has a total of its "
                    "own for its slice, and OpenMP combines them at the end.")),
      in_slices(
          way("cpu/openmp-false-sharing", "OpenMP, neighbouring partial sums", Family::reduction,
              openmp_neighbours(),
              "Each thread keeps its partial sum in an element of a shared array: neighbours lie in one "
              "cache line, which the cores take from each other with every addition.")),
      in_slices(way("cpu/openmp-padded", "OpenMP, partial sums apart", Family::reduction, openmp_apart(),
                    "The same with partial sums 128 bytes apart, each in a cache line of its own: nothing "
                    "else differs from false sharing.")),
      in_slices(way("cpu/mpi-reduce", "MPI_Reduce", Family::reduction, mpi_reduce(),
                    "One process a core, each with its own slice in its own memory; MPI_Reduce combines "
                    "their totals by messages.")),
  };
}

std::vector<Way> scans() {
  return {
      way("cpu/sequential-scan", "Sequential C++", Family::scan, sequential_scan(),
          "One thread, one running total: each element waits for the one before, and the work is n."),
      way("cpu/std-scan", "std::inclusive_scan, parallel", Family::scan, standard_scan(),
          "The standard library's std::inclusive_scan or std::exclusive_scan with the policy par_unseq, on "
          "oneTBB: two passes over the input, so twice the work."),
      in_slices(way("cpu/openmp-scan", "OpenMP, scan directive", Family::scan, openmp_scan(),
                    "reduction(inscan, +:total) and a scan directive between the two halves of the loop: the "
                    "compiler makes two passes of it, with an array of partial results between them.")),
      in_slices(
          way("cpu/mpi-scan", "MPI_Exscan", Family::scan, mpi_scan(),
              "Each process adds up its slice, MPI_Exscan (the exclusive MPI_Scan) gives it the total of "
              "those before, and it then scans its slice from there.")),
  };
}

}  // namespace

const std::vector<Way>& host_ways() {
  static const std::vector<Way> ways = [] {
    std::vector<Way> all = reductions();
    for (Way& scan : scans()) all.push_back(std::move(scan));
    return all;
  }();
  return ways;
}

const Way* find_host_way(std::string_view id) {
  const auto found = std::ranges::find(host_ways(), id, &Way::id);
  return found == host_ways().end() ? nullptr : &*found;
}

std::vector<ElementType> host_types() {
  using enum ElementType;
  return {int32, uint32, float32, int64, uint64, float64};
}

}  // namespace lockstep::host
