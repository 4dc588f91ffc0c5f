// Signatures of built-in functions: each function has one, with as many parameters as the call accepts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/frontend/builtins/functions.hpp"
#include "tests/sim/frontend/tree_text.hpp"

namespace lockstep::sim::language {
namespace {

TEST(Signature, EachFunctionHasOne) {
  const std::vector<std::string> names = builtin_function_names();
  EXPECT_GT(names.size(), 400u);
  for (const std::string& name : names) {
    EXPECT_TRUE(is_builtin_function(name)) << name;
    EXPECT_NE(builtin_signature(name).find(" " + name + "("), std::string::npos)
        << name << ": " << builtin_signature(name);
  }
  EXPECT_EQ(builtin_signature("get_thread_id"), "");
}

TEST(Signature, NamesTypesAndParameters) {
  EXPECT_EQ(builtin_signature("get_global_id"), "size_t get_global_id(uint dimension)");
  EXPECT_EQ(builtin_signature("get_work_dim"), "uint get_work_dim()");
  EXPECT_EQ(builtin_signature("barrier"), "void barrier(cl_mem_fence_flags flags)");
  EXPECT_EQ(builtin_signature("max"), "gentype max(gentype x, gentype y)");
  EXPECT_EQ(builtin_signature("abs"), "ugentype abs(gentype x)");
  EXPECT_EQ(builtin_signature("pown"), "gentype pown(gentype x, int n)");
  EXPECT_EQ(builtin_signature("atomic_cmpxchg"),
            "gentype atomic_cmpxchg(volatile gentype *p, gentype compare, gentype value)");
  EXPECT_EQ(builtin_signature("sub_group_shuffle_xor"),
            "gentype sub_group_shuffle_xor(gentype value, uint mask)");
  EXPECT_EQ(builtin_signature("convert_int4_sat"), "int4 convert_int4_sat(gentype value)");
  EXPECT_EQ(builtin_signature("vload4"), "gentype4 vload4(size_t offset, const gentype *p)");
}

// "3 arguments" of "sin() takes 1 argument, not 20", and the smallest number before "to".
struct Count {
  std::size_t least = 0, most = 0;
};
std::optional<Count> count_of_message(const std::string& message) {
  const std::size_t takes = message.find("() takes ");
  if (takes == std::string::npos) return std::nullopt;
  const std::string rest = message.substr(takes + 9);
  const std::size_t first = std::stoul(rest), to = rest.find(" to ");
  return Count{first, to < rest.find(',') ? std::stoul(rest.substr(to + 4)) : first};
}

Count count_of_signature(const std::string& text) {
  const std::string parameters = text.substr(text.find('(') + 1);
  if (parameters == ")") return {};
  const auto commas = [](const std::string& part) {
    return static_cast<std::size_t>(std::ranges::count(part, ','));
  };
  const std::size_t optional = parameters.find('[');
  return {commas(parameters.substr(0, optional)) + (optional == 0 ? 0u : 1u), commas(parameters) + 1};
}

// When the checker is called with too many arguments, its message states how many it accepts.
TEST(Signature, HasTheParametersThatTheCallTakes) {
  std::size_t compared = 0;
  for (const std::string& name : builtin_function_names()) {
    std::string call = name + "(i";
    for (int i = 0; i < 20; ++i) call += ", i";
    const auto wanted = count_of_message(tree_of(call + ")"));
    if (!wanted) continue;  // an image comes first, or any number of arguments
    const Count written = count_of_signature(builtin_signature(name));
    EXPECT_EQ(written.least, wanted->least) << builtin_signature(name);
    EXPECT_EQ(written.most, wanted->most) << builtin_signature(name);
    ++compared;
  }
  EXPECT_GT(compared, 380u);
}

}  // namespace
}  // namespace lockstep::sim::language
