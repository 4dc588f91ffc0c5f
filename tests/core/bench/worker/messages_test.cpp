#include "core/bench/worker/messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalogue/algorithm.hpp"

namespace lockstep::bench {
namespace {

using testing::HasSubstr;

TEST(WorkerMessages, AJobIsReadAsItWasWritten) {
  WorkerJob job{.kind = WorkerJob::Kind::row, .number = 7, .repetitions = 3, .warm_ups = 2, .ranks = 4};
  job.request.emplace();
  job.request->algorithm = *find_algorithm("scan/blelloch");
  job.request->request.n = 1000;
  job.request->split = measure::Split::measured;
  job.device.emplace();
  job.device->name = "some device";
  job.plan = {"a.lockstep", "buffers", {{false, "/include"}, {}}};
  job.force = true;
  const WorkerJob read = read_job(job_line(job));
  ASSERT_FALSE(read.unreadable) << read.unreadable->message;
  EXPECT_EQ(job_line(read), job_line(job));
  EXPECT_EQ(read.number, 7u);
  EXPECT_EQ(read.request->id(), "scan/blelloch");
  EXPECT_EQ(read.request->split, measure::Split::measured);
  EXPECT_EQ(read.plan->included.at(0).folder, "/include");
}

// A caller that waits for the answer to this job receives the error instead of waiting forever.
TEST(WorkerMessages, AJobThatCannotBeReadKeepsItsNumber) {
  for (const char* const rest : {R"("do": "dance")", R"("do": "row", "request": {"id": "no/such"}})",
                                 R"("do": "copy", "device": {}})"}) {
    std::string line = std::string(R"({"job": 12, )") + rest;
    if (!line.ends_with('}') || line.ends_with("{}")) line += "}";
    const WorkerJob job = read_job(line);
    EXPECT_EQ(job.number, 12u) << line;
    ASSERT_TRUE(job.unreadable) << line;
    EXPECT_THAT(job.unreadable->message, HasSubstr("a request to a driver's process")) << line;
  }
  EXPECT_TRUE(read_job("hello").unreadable);
}

TEST(WorkerMessages, AnAnswerThatCannotBeReadIsAnError) {
  WorkerAnswer answer{.job = 5, .error = Error{Error::Kind::usage, "It is gone."}, .has_lost_device = true};
  const auto read = read_answer(answer_line(answer));
  ASSERT_TRUE(read && read->error);
  EXPECT_EQ(answer_line(*read), answer_line(answer));
  EXPECT_EQ(read->error->kind, Error::Kind::usage);
  EXPECT_FALSE(read_answer("hello"));
  const auto wrong = read_answer(R"({"job": 5, "row": {"id": 3}})");
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->job, 5u);
  EXPECT_TRUE(wrong->error);
}

}  // namespace
}  // namespace lockstep::bench
