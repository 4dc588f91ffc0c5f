// Rows in dimension 0 are detected by a run with exchanged ids; there is no advice if the exchange
// gains nothing.
#include "sim/explain/exchanged_ids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "sim/explain/explanation.hpp"
#include "sim/launch/prepared_run.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;

std::string product(const std::string& row, const std::string& column) {
  return "#define ROW get_global_id( " + row +
         " )\n"
         "kernel void mmul(int n, global const float* a, global const float* b, global float* c) {\n"
         "  int i = ROW, j = get_global_id(" +
         column +
         ");\n"
         "  float t = 0;\n"
         "  for (int k = 0; k < n; k++) {\n"
         "    float x = a[i * n + k];\n"
         "    float y = b[k * n + j];\n"
         "    t += x * y;\n"
         "  }\n"
         "  c[i * n + j] = t;\n}\n";
}

std::string product_in_cuda(char row, char column) {
  const auto id = [](char axis) {
    const std::string end(1, axis);
    return "blockIdx." + end + " * blockDim." + end + " + threadIdx." + end;
  };
  return "__global__ void mmul(int n, const float* a, const float* b, float* c) {\n"
         "  int i = " +
         id(row) + ", j = " + id(column) +
         ";\n"
         "  float t = 0;\n"
         "  for (int k = 0; k < n; k++) t += a[i * n + k] * b[k * n + j];\n"
         "  c[i * n + j] = t;\n}\n";
}

std::vector<CostlyLine> lines_of_product(const std::string& text, const std::string& local,
                                         const std::string& file = "product.cl") {
  const DeviceModel& model = **find_device_model("cc9.0");
  const TemporaryFolder folder;
  LaunchOptions options;
  options.file = folder.file(file);
  std::ofstream(options.file) << text;
  options.global_size = "32,32";
  options.local_size = local;
  options.arguments = {"scalar:int=32", "buffer:float:1024=random:1", "buffer:float:1024=random:2",
                       "buffer:float:1024=0"};
  options.model = &model;
  const Result<PreparedRun> run = prepare_kernel_file(options);
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return {};
  }
  const auto counted = run_counted(run->plan, model, {.count_work = false});
  return explain_run(run->plan, model, {}, *counted).lines;
}

bool is_advised(const std::vector<CostlyLine>& lines) {
  return std::ranges::any_of(lines, [](const CostlyLine& line) {
    return line.remedy.find("Exchange the ids") != std::string::npos;
  });
}

TEST(ExchangedIds, RowsInDimensionZeroAreExchanged) {
  for (const char* local : {"16,16", "32,8", "8,8"}) {
    const std::vector<CostlyLine> lines = lines_of_product(product("0", "1"), local);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0].line, 6u) << local;
    EXPECT_THAT(lines[0].remedy, HasSubstr("Exchange the ids")) << local;
    ASSERT_FALSE(lines[0].causes.empty());
    EXPECT_EQ(lines[0].causes[0].unit, "sector");
    EXPECT_TRUE(lines[0].causes[0].recount.helps());
  }
}

TEST(ExchangedIds, RowsInXAreExchangedInCuda) {
  const std::vector<CostlyLine> lines = lines_of_product(product_in_cuda('x', 'y'), "16,16", "product.cu");
  ASSERT_TRUE(is_advised(lines));
  EXPECT_THAT(lines[0].remedy, HasSubstr("Exchange the ids, threadIdx.x and threadIdx.y"));
  EXPECT_FALSE(is_advised(lines_of_product(product_in_cuda('y', 'x'), "16,16", "product.cu")));
}

TEST(ExchangedIds, RowsInDimensionOneStay) {
  for (const char* local : {"16,16", "32,8"})
    EXPECT_FALSE(is_advised(lines_of_product(product("1", "0"), local)));
}

}  // namespace
}  // namespace lockstep::sim
