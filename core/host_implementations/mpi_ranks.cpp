// lockstep-mpi-ranks, the program of each rank. It is started by lockstep, not by the
// user (see mpi_program.hpp).
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>

#include "core/base/large_bytes.hpp"
#include "core/base/shared_memory.hpp"
#include "core/host_implementations/loops.hpp"
#include "core/host_implementations/mpi_program.hpp"
#include "core/host_implementations/operations.hpp"

namespace lockstep::host {
namespace {

template <class T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, std::int32_t>) return MPI_INT32_T;
  if constexpr (std::is_same_v<T, std::uint32_t>) return MPI_UINT32_T;
  if constexpr (std::is_same_v<T, std::int64_t>) return MPI_INT64_T;
  if constexpr (std::is_same_v<T, std::uint64_t>) return MPI_UINT64_T;
  if constexpr (std::is_same_v<T, float>) return MPI_FLOAT;
  if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
}

template <class Operation>
void apply(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* before = static_cast<const typename Operation::T*>(in);
  auto* after = static_cast<typename Operation::T*>(inout);
  for (int i = 0; i < *count; ++i) after[i] = typename Operation::Function()(before[i], after[i]);
}

// MPI applies an operation that is declared non-commutative in the order of the ranks.
template <class Operation>
MPI_Op mpi_operation() {
  if constexpr (Operation::op == Operator::sum) return MPI_SUM;
  if constexpr (Operation::op == Operator::product) return MPI_PROD;
  if constexpr (Operation::op == Operator::min) return MPI_MIN;
  if constexpr (Operation::op == Operator::max) return MPI_MAX;
  static const MPI_Op made = [] {
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(&apply<Operation>, 0, &op);
    return op;
  }();
  return made;
}

[[noreturn]] void fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

struct RankPlace {
  int rank = 0, ranks = 1;
};

struct Request {
  std::string form;  // reduce, inclusive, exclusive
  ElementType type = ElementType::int32;
  Operator op = Operator::sum;
  std::uint64_t n = 0;
  std::string input, output;
};

Request parse(const std::string& line) {
  Request request;
  std::string job, type, op;
  std::istringstream words(line);
  words >> job >> request.form >> type >> op >> request.n >> request.input >> request.output;
  const auto known_type = parse_element_type(type);
  const auto known_op = parse_operator(op);
  if (!words || !known_type || !known_op)
    fail("lockstep-mpi-ranks does not understand '" + line + "': it is started by lockstep bench.");
  request.type = *known_type;
  request.op = *known_op;
  return request;
}

// The part of a job on one rank.
class RankPart {
 public:
  virtual ~RankPart() = default;
  virtual void compute() = 0;
  virtual void hand_over() const = 0;
};

template <class Operation>
class RankPartOf final : public RankPart {
 public:
  using T = typename Operation::T;

  RankPartOf(const Request& request, RankPlace place)
      : is_scan_(request.form != "reduce"), exclusive_(request.form == "exclusive"), place_(place) {
    // The lengths of slices differ by at most one. Some slices are empty if there are more ranks
    // than elements.
    const auto of = [&](int rank) {
      return request.n * static_cast<std::uint64_t>(rank) / static_cast<std::uint64_t>(place.ranks);
    };
    first_ = of(place.rank);
    count_ = of(place.rank + 1) - first_;
    const auto input = SharedArray::open(request.input, request.n * sizeof(T));
    auto output = SharedArray::open(request.output, (is_scan_ ? request.n : 1) * sizeof(T));
    if (!input || !output) fail((input ? output.error() : input.error()).message);
    const T* slice = reinterpret_cast<const T*>((*input)->bytes().data()) + first_;
    mine_ = LargeBytes(count_ * sizeof(T));
    std::copy(slice, slice + count_, reinterpret_cast<T*>(mine_.data()));
    if (is_scan_) result_ = LargeBytes(count_ * sizeof(T));
    output_ = std::move(*output);
  }

  void compute() override { is_scan_ ? scan() : reduce(); }

  void hand_over() const override {
    T* all = reinterpret_cast<T*>(output_->bytes().data());
    if (is_scan_)
      std::copy(result(), result() + count_, all + first_);
    else if (place_.rank == 0)
      *all = total_;
  }

 private:
  void reduce() {
    const T part = reduce_part<Operation>(mine(), count_);
    MPI_Reduce(&part, &total_, 1, mpi_type<T>(), mpi_operation<Operation>(), 0, MPI_COMM_WORLD);
  }

  // The total before each slice is an exclusive scan of the slices' totals: MPI_Exscan is the exclusive form
  // of MPI_Scan. Its result on rank 0 is undefined.
  void scan() {
    const T part = reduce_part<Operation>(mine(), count_);
    T before = Operation::identity;
    MPI_Exscan(&part, &before, 1, mpi_type<T>(), mpi_operation<Operation>(), MPI_COMM_WORLD);
    if (place_.rank == 0) before = Operation::identity;
    scan_part<Operation>(mine(), result(), count_, before, exclusive_);
  }

  const T* mine() const { return reinterpret_cast<const T*>(mine_.data()); }
  T* result() { return reinterpret_cast<T*>(result_.data()); }
  const T* result() const { return reinterpret_cast<const T*>(result_.data()); }

  bool is_scan_, exclusive_;
  RankPlace place_;
  std::uint64_t first_ = 0;
  std::size_t count_ = 0;
  LargeBytes mine_, result_;
  T total_{};
  std::unique_ptr<SharedArray> output_;
};

std::unique_ptr<RankPart> make_part(const Request& request, RankPlace place) {
  return with_operation(request.type, request.op, [&]<class Operation>() -> std::unique_ptr<RankPart> {
    return std::make_unique<RankPartOf<Operation>>(request, place);
  });
}

// Rank 0 reads the line and broadcasts it. The other ranks sleep, because MPI would busy-wait. Returns "" at
// the end.
std::string next_line(RankPlace place) {
  std::array<char, kLineBytes> line{};
  if (place.rank == 0 && std::fgets(line.data(), line.size(), stdin) == nullptr) line[0] = '\0';
  MPI_Request request;
  MPI_Ibcast(line.data(), line.size(), MPI_CHAR, 0, MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return line.data();
}

// Returns the time of the slowest rank.
std::uint64_t timed_run(RankPart& part) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  part.compute();
  const double mine = MPI_Wtime() - start;
  double longest = 0;
  MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  part.hand_over();
  MPI_Barrier(MPI_COMM_WORLD);
  return static_cast<std::uint64_t>(longest * 1e9);
}

void say(RankPlace place, const std::string& line) {
  if (place.rank != 0) return;
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void serve(RankPlace place) {
  std::unique_ptr<RankPart> part;
  for (std::string line = next_line(place); !line.empty(); line = next_line(place)) {
    if (line.starts_with(kJob)) {
      part.reset();  // frees its memory, which the next part may need
      part = make_part(parse(line), place);
      MPI_Barrier(MPI_COMM_WORLD);
      say(place, std::string(kReady));
    } else if (part && line.starts_with(kRun)) {
      const std::uint64_t nanoseconds = timed_run(*part);
      say(place, std::string(kRan) + std::to_string(nanoseconds));
    } else {
      fail("lockstep-mpi-ranks is started by lockstep bench.");
    }
  }
}

}  // namespace
}  // namespace lockstep::host

int main(int argument_count, char** arguments) {
  MPI_Init(&argument_count, &arguments);
  lockstep::host::RankPlace place;
  MPI_Comm_rank(MPI_COMM_WORLD, &place.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &place.ranks);
  lockstep::host::serve(place);
  MPI_Finalize();
  return 0;
}
