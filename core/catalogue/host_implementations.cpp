#include "core/catalogue/host_implementations.hpp"

#include <algorithm>

namespace lockstep {

const std::vector<HostImplementation>& host_implementations() {
  using enum Algorithm::Family;
  static const std::vector<HostImplementation> entries{
      {.id = "cpu/sequential",
       .title = "Sequential C++",
       .family = reduction,
       .summary = "One thread adds the elements one after the other: the baseline for all others.",
       .one_thread = true},
      {.id = "cpu/std-reduce",
       .title = "std::reduce, parallel",
       .family = reduction,
       .summary = "The standard library's reduction with the policy par_unseq, on oneTBB: it may combine the "
                  "elements in any order, and can therefore use all cores and vector registers.",
       .any_order = "std::reduce may combine the elements in any order"},
      {.id = "cpu/openmp",
       .title = "OpenMP, reduction clause",
       .family = reduction,
       .summary = "One line above the sequential loop, reduction(+:total): each thread sums its slice into a "
                  "private total, and OpenMP combines the totals at the end.",
       .in_slices = true,
       .any_order = "OpenMP combines the threads' totals in any order"},
      {.id = "cpu/openmp-false-sharing",
       .title = "OpenMP, neighbouring partial sums",
       .family = reduction,
       .summary = "Each thread keeps its partial sum in an element of a shared array: several partial sums "
                  "share a cache line, which moves between the cores with every addition (false sharing).",
       .in_slices = true},
      {.id = "cpu/openmp-padded",
       .title = "OpenMP, partial sums apart",
       .family = reduction,
       .summary = "The same with the partial sums 128 bytes apart, each in its own cache line: the only "
                  "difference is that there is no false sharing.",
       .in_slices = true},
      {.id = "cpu/mpi-reduce",
       .title = "MPI_Reduce",
       .family = reduction,
       .summary = "One process for each core, with its slice in its own memory; MPI_Reduce combines the "
                  "totals by messages.",
       .in_slices = true},
      {.id = "cpu/sequential-scan",
       .title = "Sequential C++",
       .family = scan,
       .summary = "One thread keeps a running total: each element waits for the previous one, and the work "
                  "is n.",
       .one_thread = true},
      {.id = "cpu/std-scan",
       .title = "std::inclusive_scan, parallel",
       .family = scan,
       .summary =
           "The standard library's std::inclusive_scan or std::exclusive_scan with the policy "
           "par_unseq, on oneTBB: two passes over the input, so twice the work. It is called for one block "
           "after another, so that the second pass reads from the cache."},
      {.id = "cpu/openmp-scan",
       .title = "OpenMP, scan directive",
       .family = scan,
       .summary =
           "reduction(inscan, +:total) and a scan directive between the two halves of the loop: the "
           "compiler makes two passes from it, with an array of partial results between them. Blocks of the "
           "array are scanned one after another, so that this array stays in the cache.",
       .in_slices = true,
       .any_order = "its clause names an operator of C++ (+, *, min, max)"},
      {.id = "cpu/mpi-scan",
       .title = "MPI_Exscan",
       .family = scan,
       .summary = "Each process sums its slice; MPI_Exscan (the exclusive MPI_Scan) gives it the total of "
                  "all slices before it, and the process then scans its slice from that value.",
       .in_slices = true},
  };
  return entries;
}

const HostImplementation* find_host_implementation(std::string_view id) {
  const auto& entries = host_implementations();
  const auto found = std::ranges::find(entries, id, &HostImplementation::id);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace lockstep
