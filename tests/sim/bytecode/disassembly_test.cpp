#include "sim/bytecode/disassembly.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/compiler/compile.hpp"

namespace lockstep::sim {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string disassembly_of(const std::string& text) {
  const auto program = language::compile({"test.cl", text}, "-cl-std=CL2.0");
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? disassemble(**program) : "";
}

TEST(Disassembly, SaysWhatTheShapeOfAnOpcodeDoesNot) {
  const std::string text = disassembly_of(
      "float half_of(float x) { if (x < 0) return 0; return x / 2; }\n"
      "kernel void k(global int* a, global float* f, local int* l) {\n"
      "  int i = get_local_id(0);\n"
      "  atomic_add(a, i);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  while (1) { if (l[i] > 3) break; if (l[i] > 2) continue; l[i] += max(i, 5); }\n"
      "  f[i] = half_of(convert_float_rte(i)) + 1.5f;\n"
      "  a[i] = work_group_reduce_add(i);\n"
      "  printf(\"%d\", i);\n"
      "}\n");
  for (const char* const part : {"function half_of\n", "kernel k\n", " local_id", " <- add [r",
                                 "barrier flags 1", "break_out frame 1 -> ", "continue_out frame 1 -> ",
                                 "builtin.int r", " <- max r", "convert.float r", " from int rte", " 1.5f",
                                 " <- work-group reduce add r", "print format 0 r", "return_out frame 1 -> "})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("{")));
}

// A field that disassembly.cpp does not handle would be printed unchanged.
TEST(Disassembly, KnowsTheFieldsOfEachOpcode) {
  for (std::size_t op = 0; op < kOpcodeCount; ++op)
    EXPECT_THAT(instruction_text({.op = static_cast<Opcode>(op), .count = 1}), Not(HasSubstr("{")))
        << opcode_name(static_cast<Opcode>(op));
}

}  // namespace
}  // namespace lockstep::sim
