// The columns of builtins.def, which a compiler cannot check against the meaning of the functions.
#include "sim/bytecode/builtin.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace lockstep::sim {
namespace {

using Names = std::set<std::string>;

template <class Property>
Names functions_where(Property property) {
  Names names;
  for (const BuiltinInfo& function : kBuiltinTable)
    if (property(function)) names.emplace(function.name);
  return names;
}

TEST(Builtins, KeepTheirNumbers) {
  EXPECT_EQ(builtin_info(Builtin::fmax).name, "fmax");
  EXPECT_EQ(builtin_info(number_of(Builtin::bitselect)).name, "bitselect");
}

TEST(Builtins, TakeAnIntOrGiveATruth) {
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.takes_int; }),
            (Names{"ldexp", "pown", "rootn"}));
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.result == BuiltinResult::truth; }),
            (Names{"isfinite", "isinf", "isnan", "isnormal", "signbit", "isordered", "isunordered",
                   "islessgreater"}));
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.is_24_bit; }), (Names{"mad24", "mul24"}));
}

TEST(Builtins, WhatTheCompilerAloneKnows) {
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.is_internal; }),
            (Names{"divide", "divided_by_length", "fract_second", "frexp_second", "length_beside",
                   "lgamma_r_second", "modf_second", "next_half", "recip", "remquo_second", "scaled_beside",
                   "sincos_second"}));
}

TEST(Builtins, HaveASignWhereTheirNameIsNone) {
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.sign == "max"; }),
            (Names{"fmax", "max", "maxmag"}));
  EXPECT_EQ(functions_where([](const BuiltinInfo& f) { return f.sign == "min"; }),
            (Names{"fmin", "min", "minmag"}));
  EXPECT_EQ(builtin_info(Builtin::add_sat).sign, "Σ");
  EXPECT_EQ(builtin_info(Builtin::mul24).sign, "Π");
  EXPECT_EQ(builtin_info(Builtin::mad).verb, "multiply and add");
  EXPECT_EQ(builtin_info(Builtin::hypot).verb, "combine");
}

}  // namespace
}  // namespace lockstep::sim
