#include "core/ranks/program/world.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <chrono>
#include <thread>

#include "core/base/termination_message.hpp"

namespace lockstep::ranks {
namespace {

unsigned rank_in(MPI_Comm ranks) {
  int rank = 0;
  MPI_Comm_rank(ranks, &rank);
  return static_cast<unsigned>(rank);
}

unsigned size_of(MPI_Comm ranks) {
  int size = 1;
  MPI_Comm_size(ranks, &size);
  return static_cast<unsigned>(size);
}

void wait_asleep(MPI_Request request) {
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

}  // namespace

// Only this thread calls MPI; drivers have their own threads.
World::World(int& argument_count, char**& arguments) {
  int provided = 0;
  MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_FUNNELED, &provided);
  rank_ = rank_in(MPI_COMM_WORLD);
  size_ = size_of(MPI_COMM_WORLD);
  MPI_Comm neighbours = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  local_rank_ = rank_in(neighbours);
  local_size_ = size_of(neighbours);
  MPI_Comm_free(&neighbours);
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  host_.assign(name.data(), static_cast<std::size_t>(length));
  set_last_words(this->name() + " had not finished its own work.");
}

World::~World() { MPI_Finalize(); }

std::string World::name() const { return fmt::format("Rank {} on {}", rank_, host_); }

void World::barrier() const {
  const WaitsForOthers waits;
  MPI_Barrier(MPI_COMM_WORLD);
}

void World::wait_asleep_for_all() const {
  const WaitsForOthers waits;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  wait_asleep(request);
}

std::uint64_t World::most(std::uint64_t mine) const {
  const WaitsForOthers waits;
  std::uint64_t largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

std::vector<std::string> World::all(const std::string& mine) const {
  const WaitsForOthers waits;
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(size_), places(size_, 0);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (unsigned i = 1; i < size_; ++i) places[i] = places[i - 1] + lengths[i - 1];
  std::string joined(static_cast<std::size_t>(places.back() + lengths.back()), '\0');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, joined.data(), lengths.data(), places.data(), MPI_CHAR,
                 MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (unsigned i = 0; i < size_; ++i)
    texts.push_back(joined.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(lengths[i])));
  return texts;
}

std::string World::from_first(std::string text) const {
  const WaitsForOthers waits;
  auto length = static_cast<int>(text.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  wait_asleep(request);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

Result<void> World::agree(const Result<void>& mine) const {
  std::string said;  // the kind of the error, then its sentence
  if (!mine) {
    said = mine.error().kind == Error::Kind::usage ? 'u' : 'f';
    if (!mine.error().message.empty()) said += name() + ": " + mine.error().message;
  }
  const std::string* first = nullptr;
  const std::vector<std::string> texts = all(said);
  for (const std::string& text : texts)
    if (!text.empty() && (first == nullptr || (first->size() == 1 && text.size() > 1))) first = &text;
  if (first == nullptr) return {};
  return tl::unexpected(
      Error{first->front() == 'u' ? Error::Kind::usage : Error::Kind::failed, first->substr(1)});
}

}  // namespace lockstep::ranks
