// The compiled code must have the counts of the source: loads and stores, branches, and the shape of
// the code.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/bytecode/disassembly.hpp"
#include "sim/compiler/compile.hpp"

namespace lockstep::sim::language {
namespace {

std::shared_ptr<const Program> compiled(const std::string& text) {
  const auto program = compile({"test.cl", text, ""}, "");
  EXPECT_TRUE(program.has_value()) << program.error().message;
  return program ? *program : std::make_shared<Program>();
}

std::shared_ptr<const Program> kernel(const std::string& body) {
  return compiled(
      "__kernel void k(__global int* a, __global const int* b, int i, int j, __global float4* v) {\n" + body +
      "\n}\n");
}

std::ptrdiff_t count(const Program& program, Opcode op) {
  return std::ranges::count(program.code, op, &Instruction::op);
}

std::ptrdiff_t branches(const Program& program) {
  return std::ranges::count(program.code, true, &Instruction::counts_as_branch);
}

TEST(Compiler, DisassemblyOfAReductionStep) {
  const auto program = compiled(
      "__kernel void k(__local int* s, uint t, uint d) {\n"
      "  if (t < d)\n"
      "    s[t] = s[t] + s[t + d];\n"
      "}\n");
  EXPECT_EQ(disassemble(*program),
            "kernel k\n"
            "   0  cmp_lt.uint r3 <- r1 r2                          ; 2:7\n"
            "   1  if_begin r3 -> 10 branch                         ; 2:7\n"
            "   2  element.uint r4 <- r0 r1 * 4                     ; 3:12\n"
            "   3  load.int r5 <- [r4]                              ; 3:12\n"
            "   4  add.uint r6 <- r1 r2                             ; 3:21\n"
            "   5  element.uint r7 <- r0 r6 * 4                     ; 3:19\n"
            "   6  load.int r8 <- [r7]                              ; 3:19\n"
            "   7  add.int r9 <- r5 r8                              ; 3:12\n"
            "   8  element.uint r10 <- r0 r1 * 4                    ; 3:5\n"
            "   9  store.int [r10] <- r9                            ; 3:5\n"
            "  10  if_end -> 11                                     ; 2:3\n"
            "  11  kernel_end                                       ; 4:1\n");
}

TEST(Compiler, ReadsAndWritesMemoryAsTheSourceDoes) {
  const auto plain = kernel("a[i] = a[i] + a[j];");
  EXPECT_EQ(count(*plain, Opcode::load), 2);
  EXPECT_EQ(count(*plain, Opcode::store), 1);
  const auto compound = kernel("a[i] += b[j];");
  EXPECT_EQ(count(*compound, Opcode::load), 2);
  EXPECT_EQ(count(*compound, Opcode::store), 1);
  const auto increment = kernel("a[i]++;");
  EXPECT_EQ(count(*increment, Opcode::load), 1);
  EXPECT_EQ(count(*increment, Opcode::store), 1);
  const auto twice = kernel("a[i] = b[j]; a[i] = b[j];");
  EXPECT_EQ(count(*twice, Opcode::load), 2);
  EXPECT_EQ(count(*twice, Opcode::store), 2);
  const auto chained = kernel("a[i] = a[j] = 3;");
  EXPECT_EQ(count(*chained, Opcode::load), 0);
  EXPECT_EQ(count(*chained, Opcode::store), 2);
}

TEST(Compiler, AVectorAccessIsOneAccess) {
  const auto program = kernel("v[i] = v[j] * 2.0f;");
  EXPECT_EQ(count(*program, Opcode::load), 1);
  EXPECT_EQ(count(*program, Opcode::store), 1);
  const auto load = std::ranges::find(program->code, Opcode::load, &Instruction::op);
  EXPECT_EQ(load->count, 4);
  EXPECT_EQ(load->mode, 1);
}

TEST(Compiler, AComponentOfAVectorInMemoryIsReadAlone) {
  const auto program = kernel("v[i].yz = v[j].x;");
  const auto load = std::ranges::find(program->code, Opcode::load, &Instruction::op);
  const auto store = std::ranges::find(program->code, Opcode::store, &Instruction::op);
  EXPECT_EQ(load->count, 1);
  EXPECT_EQ(store->count, 2);
}

TEST(Compiler, AScalarVariableIsARegister) {
  const auto program = kernel("int x = i; x += j; x = x * x; int y = x; a[0] = y;");
  EXPECT_EQ(count(*program, Opcode::mov), 2);  // the two initialisations
  EXPECT_EQ(program->private_bytes, 0u);
}

TEST(Compiler, OperatorsWithoutEffectsAreNoBranch) {
  const auto program = kernel("int x = i > 3 && j < 4 || !i; int y = i ? j : x; a[x] = y;");
  EXPECT_EQ(branches(*program), 0);
  EXPECT_EQ(count(*program, Opcode::select), 1);
}

TEST(Compiler, OperatorsThatGuardAnAccessAreBranches) {
  EXPECT_EQ(branches(*kernel("a[0] = i > 3 && b[i] > 4;")), 1);
  EXPECT_EQ(branches(*kernel("a[0] = i < 3 ? b[i] : 0;")), 1);
  EXPECT_EQ(branches(*kernel("a[0] = i || (j = 3);")), 1);
  EXPECT_EQ(branches(*kernel("a[0] = j != 0 && i / j > 2;")), 1);  // otherwise it would divide by zero
  EXPECT_EQ(branches(*kernel("a[0] = i > 0 && i / 2 > j;")), 0);
}

TEST(Compiler, CountsTestsOfTheSourceOnly) {
  EXPECT_EQ(branches(*kernel("for (int k = 0; k < i; ++k) a[k] = 0;")), 1);
  EXPECT_EQ(branches(*kernel("for (;;) { a[0] = 1; if (i) break; }")), 1);
  EXPECT_EQ(branches(*kernel("while (1) { a[0] = 1; if (i) break; }")), 1);
  EXPECT_EQ(branches(*kernel("do { a[0] = 1; } while (0);")), 0);
  EXPECT_EQ(branches(*kernel("switch (i) { case 1: a[0] = 1; break; case 2: a[1] = 1; default: a[2] = 1; }")),
            1);
  EXPECT_EQ(branches(*kernel("if (sizeof(int) == 8) a[0] = 1;")), 0);
}

TEST(Compiler, FoldsConstantsAndTheirConversions) {
  const auto program = kernel("a[2] = 3 * (int)sizeof(long) - (1 << 4); v[0] = 1;");
  EXPECT_EQ(count(*program, Opcode::convert), 0);
  EXPECT_EQ(count(*program, Opcode::mul), 0);
  EXPECT_EQ(count(*program, Opcode::element), 0);
}

TEST(Compiler, CalleesLieAboveAllTheirCallers) {
  const auto program = compiled(
      "int inner(int x) { int p[2] = {x, 1}; return p[x & 1]; }\n"
      "int outer(int x) { int q[4] = {x}; return inner(x + 1) + inner(q[x & 3]); }\n"
      "__kernel void k(__global int* a, int i) { int r[8] = {1}; a[0] = outer(r[i]) + inner(i); }\n");
  EXPECT_EQ(count(*program, Opcode::call), 4);
  std::vector<std::pair<unsigned, unsigned>> ranges;
  for (const PrivateObject& object : program->private_objects)
    ranges.emplace_back(object.offset, object.offset + object.bytes);
  std::ranges::sort(ranges);
  ASSERT_EQ(ranges.size(), 3u);
  for (std::size_t i = 1; i < ranges.size(); ++i) EXPECT_GE(ranges[i].first, ranges[i - 1].second);
  EXPECT_GE(program->private_bytes, ranges.back().second);
}

TEST(Compiler, DescribesKernelsAndVariables) {
  const auto program = compiled(
      "struct s { int a; float b; };\n"
      "__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "void k(__global const int* in, __local float* l, __constant char* c, float3 f, struct s r) {\n"
      "  __local int tile[4][8];\n"
      "  __local double last;\n"
      "  int n = in[0];\n"
      "  { uint4 inner = n; l[0] = inner.x; }\n"
      "  tile[0][0] = n; last = f.x + r.a + c[0];\n"
      "}\n");
  const Kernel* k = program->find_kernel("k");
  ASSERT_NE(k, nullptr);
  ASSERT_EQ(k->parameters.size(), 5u);
  EXPECT_EQ(k->parameters[0].kind, Parameter::Kind::global_buffer);
  EXPECT_TRUE(k->parameters[0].is_const);
  EXPECT_EQ(k->parameters[0].type_name, "__global const int*");
  EXPECT_EQ(k->parameters[1].kind, Parameter::Kind::local_buffer);
  EXPECT_EQ(k->parameters[1].type, LaneType::float32);
  EXPECT_EQ(k->parameters[2].kind, Parameter::Kind::constant_buffer);
  EXPECT_EQ(k->parameters[3].count, 3u);
  EXPECT_EQ(k->parameters[3].bytes, 16u);
  EXPECT_EQ(k->parameters[4].kind, Parameter::Kind::structure);
  EXPECT_EQ(k->parameters[4].bytes, 8u);
  EXPECT_EQ(k->required_group_size[0], 8u);
  EXPECT_EQ(k->local_bytes, 4u * 8 * 4 + 8);
  ASSERT_EQ(program->local_variables.size(), 2u);
  EXPECT_EQ(program->local_variables[1].name, "last");
  EXPECT_EQ(program->local_variables[1].offset, 128u);

  const auto inner = std::ranges::find(program->variables, "inner", &Variable::name);
  ASSERT_NE(inner, program->variables.end());
  EXPECT_EQ(inner->count, 4u);
  EXPECT_EQ(inner->type, LaneType::uint32);
  const auto n = std::ranges::find(program->variables, "n", &Variable::name);
  ASSERT_NE(n, program->variables.end());
  EXPECT_LE(n->begin, inner->begin);
  EXPECT_GT(n->end, inner->end);
}

TEST(Compiler, LocalMemoryOfACalledKernelIsPartOfEachCallers) {
  const auto program = compiled(
      "__kernel void called(__global int* a) { __local int kept[16]; kept[get_local_id(0)] = 1; }\n"
      "__kernel void first(__global int* a) { __local char own[5]; own[0] = 1; called(a); }\n"
      "__kernel void second(__global int* a) { called(a); }\n");
  ASSERT_EQ(program->local_variables.size(), 3u);
  EXPECT_EQ(program->local_variables[0].kernels, std::vector<std::uint32_t>{0});
  EXPECT_EQ(program->local_variables[1].kernels, std::vector<std::uint32_t>{1});
  EXPECT_EQ(program->local_variables[2].kernels, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(program->local_variables[2].offset, 8u);
  EXPECT_EQ(program->find_kernel("called")->local_bytes, 64u);
  EXPECT_EQ(program->find_kernel("first")->local_bytes, 72u);
  EXPECT_EQ(program->find_kernel("second")->local_bytes, 72u);
}

TEST(Compiler, ConstantDataIsAlignedAndPointsToItself) {
  const auto program = compiled(
      "__constant char one = 7;\n"
      "__constant double two = 2.5;\n"
      "__constant int table[3] = {1, 2, 3};\n"
      "__constant int* __constant second = &table[1];\n"
      "__kernel void k(__global double* a) { a[0] = one + two + *second; }\n");
  ASSERT_GE(program->constant_data.size(), 1u + 8 + 12 + 8);
  EXPECT_EQ(program->constant_data[0], std::byte{7});
}

TEST(Compiler, RefusesByNameAtThePlace) {
  const auto labels = compile(
      {"test.cl",
       "__kernel void k(__global int* a) { switch (a[0]) { case 1: if (a[1]) { case 2: a[2] = 1; } } }", ""},
      "");
  ASSERT_FALSE(labels.has_value());
  EXPECT_NE(labels.error().message.find("test.cl:1:"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::sim::language
