// Every kernel of the catalogue, of the patterns and of the hazards, with every operator and type that
// it supports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>

#include "core/base/files/scratch_folder.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/frontend/preprocess/lexer.hpp"
#include "sim/frontend/text/diagnostics.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/translation/host_form.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"
#include "tests/hardware/cuda/programs.hpp"

namespace lockstep::sim::translation {
namespace {

using testing::HasSubstr;

void for_each_plan(const std::function<void(const Algorithm&, const Plan&)>& visit) {
  for (const std::vector<Algorithm>* list : all_lists())
    for (const Algorithm& algorithm : *list)
      for (const ElementType type : algorithm.types)
        for (const Operator op : algorithm.operators) {
          if (!takes(op, type)) continue;
          PlanRequest request{.n = 1000, .group_size = 64, .op = op, .type = type};
          request.limits = limits_of(**find_device_model("cc9.0"));
          const auto plan = make_plan(algorithm, request, load_kernel(algorithm, "").value());
          if (plan) visit(algorithm, *plan);
        }
}

// Words of OpenCL C outside comments.
std::vector<std::string> opencl_words(const std::string& text) {
  language::Diagnostics diagnostics;
  language::StringPool pool;
  const std::uint32_t file = diagnostics.add_file("form.cu", text);
  std::vector<std::string> found;
  for (const language::Token& token : lex_file(file, diagnostics, pool)) {
    const std::string_view word = token.text;
    for (const std::string_view wrong :
         {"get_global_id", "get_local_id", "get_group_id", "get_local_size", "get_num_groups",
          "get_global_size", "__kernel", "__global", "__local", "__constant", "kernel", "barrier", "restrict",
          "sub_group_barrier", "mem_fence"})
      if (token.is(wrong)) found.emplace_back(word);
    for (const std::string_view begin :
         {"CLK_", "memory_scope_", "sub_group_", "work_group_", "atomic_add", "cl_khr"})
      if (token.is_identifier() && word.starts_with(begin)) found.emplace_back(word);
  }
  return found;
}

TEST(CatalogueForms, EveryKernelHasACudaForm) {
  std::size_t plans = 0;
  for_each_plan([&](const Algorithm& algorithm, const Plan& plan) {
    for (std::size_t program = 0; program < plan.programs.size(); ++program) {
      const auto form = cuda_form(plan, program);
      ASSERT_TRUE(form) << algorithm.id << " " << opencl_name(plan.type) << ": " << form.error().message;
      EXPECT_THAT(opencl_words(form->text()), testing::IsEmpty()) << algorithm.id;
      EXPECT_EQ(std::ranges::count(form->kernel, '\n'),
                std::ranges::count(plan.programs[program].source.text, '\n'))
          << algorithm.id;
      ++plans;
    }
  });
  EXPECT_GT(plans, 1000u);
}

// The compiler that built this test parses them, with declarations instead of CUDA's headers.
TEST(CatalogueForms, ACompilerAcceptsAll) {
  const CudaPrograms programs = cuda_programs(1000, 64);
  EXPECT_THAT(programs.untranslated, testing::IsEmpty());
  EXPECT_GT(programs.forms, 1000u);
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder);
  const std::string path = folder->path() + "/all.cpp", errors = folder->path() + "/errors.txt";
  {
    std::ofstream file(path);
    file << "#include \"cuda_shim.hpp\"\n#include <cuda/atomic>\n#include <cooperative_groups/reduce.h>\n";
    for (const CudaUnit& unit : programs.units)
      file << "namespace unit_" << unit.name << " {\n" << unit.kernels << "}\n";
  }
  const std::string command =
      std::string(LOCKSTEP_CXX " -std=c++17 -fsyntax-only -w -D__CUDACC__ -I " LOCKSTEP_SOURCE_DIR
                               "/tests/sim/translation/shim ") +
      path + " > " + errors + " 2>&1";
  const int status = std::system(command.c_str());
  std::stringstream said;
  said << std::ifstream(errors).rdbuf();
  EXPECT_EQ(status, 0) << said.str().substr(0, 3000);
}

TEST(CatalogueForms, TheSourcesThatRunStandBesideThem) {
  const Algorithm& reduction = **find_algorithm("reduce/first-add");
  PlanRequest request{.n = 1000, .group_size = 64};
  const Plan plan = make_plan(reduction, request, load_kernel(reduction, "").value()).value();
  const auto openmp = host_form(plan, SourceForm::openmp);
  ASSERT_TRUE(openmp);
  EXPECT_EQ(openmp->implementation->id, "cpu/openmp");
  EXPECT_THAT(openmp->text(), HasSubstr("reduction(OPERATOR : total)"));
  EXPECT_THAT(openmp->text(), HasSubstr("core/host_implementations/openmp.cpp, lines "));
  const auto mpi = host_form(plan, SourceForm::mpi);
  ASSERT_TRUE(mpi);
  EXPECT_THAT(mpi->text(), HasSubstr("MPI_Reduce(&part, &total_"));
}

// The lines are those of the unchanged files.
TEST(CatalogueForms, APieceNamesItsLines) {
  for (const HostImplementation& entry : host_implementations()) {
    if (entry.id.starts_with("cpu/std-")) continue;
    const auto form = host_form(entry.id);
    ASSERT_TRUE(form) << entry.id;
    for (const SourcePiece& piece : form->pieces) {
      std::ifstream file(std::string(LOCKSTEP_SOURCE_DIR) + "/" + piece.file);
      std::string line, text;
      const auto count = static_cast<std::size_t>(std::ranges::count(piece.text, '\n'));
      for (std::size_t i = 1; std::getline(file, line) && i < piece.first + count; ++i)
        if (i >= piece.first) text += line + "\n";
      EXPECT_EQ(text, piece.text) << entry.id;
      EXPECT_GT(count, 2u) << entry.id;
    }
  }
}

TEST(CatalogueForms, PatternsHaveNoHostSource) {
  const Algorithm& pattern = **find_algorithm("patterns/compact");
  PlanRequest request{.n = 64, .group_size = 16};
  const Plan plan = make_plan(pattern, request, load_kernel(pattern, "").value()).value();
  EXPECT_THAT(host_form(plan, SourceForm::mpi).error().message,
              HasSubstr("only reductions and scans have one"));
}

}  // namespace
}  // namespace lockstep::sim::translation
