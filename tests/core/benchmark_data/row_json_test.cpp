// A row that is written and read again is unchanged.
#include "core/benchmark_data/row_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"

namespace lockstep::measure {
namespace {

using Json = nlohmann::ordered_json;

BenchRow full_row() {
  BenchRow row;
  row.id = "reduce/tuned";
  row.type = ElementType::float32;
  row.op = Operator::product;
  row.n = std::uint64_t{1} << 33;
  row.group_size = 512;
  row.status = BenchRow::Status::passed;
  row.note = "measured with -cl-opt-disable.";
  row.tuning = Tuning{512, 4, 8};
  row.device_ns = {1000, 900, 1100, 1001};
  row.span_ns = {2000, 1900, 2100, 2001};
  row.gap_ns = {500, 400, 600, 501};
  row.exclusive = true;
  row.edited = true;
  row.kernel_hash = "0123456789abcdef";
  row.options = "columns 8192, tile 64";
  row.host_ns = {3000, 2900, 3100, 3001};
  row.launches = 3;
  row.gelem_per_s = 1.0 / 3;
  row.gbps = 4.0 / 3;
  row.error = LargestError{7, 0.1, 0.2, 1.5, 6.25, 3};
  return row;
}

Json sent_row(const Json& json) { return Json::parse(json_line(json)); }

void expect_same(const Spread& a, const Spread& b) {
  EXPECT_EQ(a.median, b.median);
  EXPECT_EQ(a.min, b.min);
  EXPECT_EQ(a.max, b.max);
  EXPECT_EQ(a.mean, b.mean);
}

TEST(BenchmarkJson, APassingRowIsReadAsItWasWritten) {
  const BenchRow row = full_row();
  const auto back = read_row(sent_row(row_json(row)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->id, row.id);
  EXPECT_EQ(back->type, row.type);
  EXPECT_EQ(back->op, row.op);
  EXPECT_EQ(back->n, row.n);
  EXPECT_EQ(back->group_size, row.group_size);
  EXPECT_EQ(back->threads, 0u);
  EXPECT_EQ(back->status, row.status);
  EXPECT_EQ(back->note, row.note);
  EXPECT_EQ(back->tuning, row.tuning);
  expect_same(back->device_ns, row.device_ns);
  expect_same(back->span_ns, row.span_ns);
  expect_same(back->gap_ns, row.gap_ns);
  EXPECT_TRUE(back->exclusive && back->edited);
  EXPECT_EQ(back->kernel_hash, row.kernel_hash);
  EXPECT_EQ(back->options, row.options);
  expect_same(back->host_ns, row.host_ns);
  EXPECT_EQ(back->launches, row.launches);
  EXPECT_EQ(back->gelem_per_s, row.gelem_per_s);
  EXPECT_EQ(back->gbps, row.gbps);
}

TEST(BenchmarkJson, TheRoundingErrorIsReadAsItWasWritten) {
  BenchRow row = full_row();
  row.error->in_ulps = std::numeric_limits<double>::infinity();
  const auto back = read_row(sent_row(row_json(row)));
  ASSERT_TRUE(back && back->error);
  EXPECT_EQ(back->error->index, 7u);
  EXPECT_EQ(back->error->absolute, 0.1);
  EXPECT_EQ(back->error->bound, 0.2);
  EXPECT_EQ(back->error->in_units, 1.5);
  EXPECT_EQ(back->error->bound_in_units, 6.25);
  EXPECT_EQ(back->error->in_ulps, std::numeric_limits<double>::infinity());
}

TEST(BenchmarkJson, ThePartsAreReadAsTheyWereWritten) {
  BenchRow row = full_row();
  BenchPart part{"a device", 2, {100, 50}, 64, Tuning{64, 3, 2}, {}};
  part.timing = {{5, 4, 6, 5}, {7, 7, 7, 7}, {9, 8, 10, 9}, {{Stretch::What::waiting, 1, 4}}};
  row.parts = {part, part};
  row.parts[1].tuning.reset();
  row.parts[1].rank = 3;
  row.parts[1].host = "node7";
  row.at_most = 1.5;
  const auto back = read_row(sent_row(row_json(row)));
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back->parts.size(), 2u);
  const BenchPart& first = back->parts[0];
  EXPECT_EQ(first.device, "a device");
  EXPECT_EQ(first.device_index, 2u);
  EXPECT_EQ(first.slice, part.slice);
  EXPECT_EQ(first.group_size, 64u);
  EXPECT_EQ(first.tuning, part.tuning);
  expect_same(first.timing.device_ns, part.timing.device_ns);
  expect_same(first.timing.span_ns, part.timing.span_ns);
  expect_same(first.timing.host_ns, part.timing.host_ns);
  EXPECT_EQ(first.timing.stretches, part.timing.stretches);
  EXPECT_FALSE(back->parts[1].tuning);
  EXPECT_FALSE(first.rank);
  EXPECT_EQ(back->parts[1].rank, 3u);
  EXPECT_EQ(back->parts[1].host, "node7");
  EXPECT_EQ(back->at_most, 1.5);
  Json json = row_json(row);
  json["parts"][0]["stretches"][0]["what"] = "sleeping";
  EXPECT_NE(read_row(json).error().message.find("'sleeping'"), std::string::npos);
}

TEST(BenchmarkJson, ARowThatDidNotPassKeepsItsReason) {
  for (const auto status : {BenchRow::Status::failed, BenchRow::Status::skipped, BenchRow::Status::error}) {
    BenchRow row;
    row.id = "cpu/sequential";
    row.threads = 4;
    row.status = status;
    row.reason = "line 1:\n  a log of the \"driver\"";
    const auto back = read_row(sent_row(row_json(row)));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->status, status);
    EXPECT_EQ(back->reason, row.reason);
    EXPECT_EQ(back->threads, 4u);
    EXPECT_EQ(back->device_ns.median, 0u);
    EXPECT_FALSE(back->error || back->tuning);
  }
}

TEST(BenchmarkJson, ALogWithInvalidUtf8IsWritten) {
  BenchRow row;
  row.reason = "\xff\xfe broken";
  const auto back = read_row(sent_row(row_json(row)));
  ASSERT_TRUE(back);
  EXPECT_NE(back->reason.find(" broken"), std::string::npos);
}

TEST(BenchmarkJson, InvalidRowsHaveAReason) {
  Json json = row_json(full_row());
  json["type"] = "quaternion";
  EXPECT_NE(read_row(json).error().message.find("'quaternion' is not known as type"), std::string::npos);
  json = row_json(full_row());
  json.erase("n");
  EXPECT_NE(read_row(json).error().message.find("'n' is missing"), std::string::npos)
      << read_row(json).error().message;
  EXPECT_FALSE(read_row(Json::array()));
}

TEST(BenchmarkJson, Progress) {
  const auto back = read_progress(sent_row(progress_json({3, 23, "run 4 of 23"})));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->done, 3u);
  EXPECT_EQ(back->total, 23u);
  EXPECT_EQ(back->what, "run 4 of 23");
  EXPECT_FALSE(read_progress(Json::object()));
}

}  // namespace
}  // namespace lockstep::measure
