#include "core/ranks/ranks.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace lockstep::ranks {
namespace {

class Environment {
 public:
  Environment(std::initializer_list<std::pair<const char*, const char*>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name, value, 1);
      names_.emplace_back(name);
    }
  }
  ~Environment() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::vector<std::string> names_;
};

TEST(Ranks, AreRecognisedByTheirEnvironment) {
  EXPECT_FALSE(launched()) << "a person started the tests";
  {
    const Environment open_mpi{{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "8"}};
    ASSERT_TRUE(launched());
    EXPECT_EQ(launched()->rank, 3u);
    EXPECT_EQ(launched()->ranks, 8u);
  }
  {
    const Environment slurm{{"PMIX_RANK", "1"}};
    ASSERT_TRUE(launched());
    EXPECT_EQ(launched()->rank, 1u);
    EXPECT_EQ(launched()->ranks, 0u) << "it does not say";
  }
  const Environment broken{{"PMI_RANK", "first"}};
  EXPECT_FALSE(launched());
}

TEST(Ranks, RankZeroAloneThenAllOfThem) {
  std::vector<measure::BenchRequest> requests(2);
  for (measure::BenchRequest& request : requests) request.algorithm = &catalogue().front();
  const auto all = ranks_requests(requests, 4, measure::Split::equal, true);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].ranks, 1u);
  EXPECT_EQ(all[1].ranks, 4u);
  EXPECT_EQ(all[1].request.split, measure::Split::equal);
  EXPECT_EQ(ranks_requests(requests, 4, measure::Split::equal, false).size(), 2u);
  EXPECT_EQ(ranks_requests(requests, 1, measure::Split::equal, true).size(), 2u) << "not the same twice";
}

}  // namespace
}  // namespace lockstep::ranks
