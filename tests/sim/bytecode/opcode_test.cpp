// The columns of opcodes.def, read as sets of opcodes with a property. Each set is repeated here, so that an
// opcode can be added to it or removed from it only deliberately.
#include "sim/bytecode/opcode.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/bytecode/program.hpp"
#include "sim/bytecode/value_sources.hpp"

namespace lockstep::sim {
namespace {

using Names = std::set<std::string>;

Names words(std::string_view text) {
  Names names;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (c != ' ')
      word += c;
    else if (!word.empty())
      names.insert(std::exchange(word, {}));
  }
  return names;
}

template <class Property>
Names opcodes_where(Property property) {
  Names names;
  for (std::size_t i = 0; i < kOpcodeCount; ++i)
    if (const auto op = static_cast<Opcode>(i); property(op)) names.emplace(opcode_name(op));
  return names;
}

Names opcodes_of(OpcodeGroup group) {
  return opcodes_where([&](Opcode op) { return opcode_info(op).group == group; });
}

Names opcodes_writing(WrittenRegisters written) {
  return opcodes_where([&](Opcode op) { return opcode_info(op).writes == written; });
}

Names opcodes_with(ResultFlow flow) {
  return opcodes_where([&](Opcode op) { return opcode_info(op).flow == flow; });
}

Names opcodes_with(unsigned property) {
  return opcodes_where([&](Opcode op) { return opcode_info(op).has(property); });
}

Names united(Names names, const Names& others) {
  names.insert(others.begin(), others.end());
  return names;
}

const char* const kBitsAndArithmetic = "add sub mul div rem shl shr bit_and bit_or bit_xor ";
const char* const kComparisons = "cmp_eq cmp_ne cmp_lt cmp_le cmp_gt cmp_ge ";
const char* const kControl =
    "if_begin if_else if_end loop_begin loop_test loop_join loop_back loop_end break_out continue_out "
    "switch_begin case_label switch_end call return_out function_end ";

TEST(Opcodes, BelongToTheGroupOfTheirHandlers) {
  EXPECT_EQ(opcodes_of(OpcodeGroup::value), words("constant mov select"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::conversion), words("convert"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::half), words("from_half to_half"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::arithmetic), words("neg add sub mul div rem"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::bits), words("bit_not shl shr bit_and bit_or bit_xor"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::comparison), united(words(kComparisons), {"logical_not"}));
  EXPECT_EQ(opcodes_of(OpcodeGroup::builtin), words("builtin"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::query), words("work_item"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::pointer), words("element"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::memory), words("load store copy private_address"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::atomic), words("atomic"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::control), words(kControl));
  EXPECT_EQ(opcodes_of(OpcodeGroup::synchronisation),
            words("barrier collective fence kernel_end copy_begin copy_wait"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::image), words("image"));
  EXPECT_EQ(opcodes_of(OpcodeGroup::print), words("print"));
}

TEST(Opcodes, ChangeRegistersOnly) {
  const Names others = words(
      "constant mov select convert from_half to_half neg bit_not logical_not builtin work_item "
      "private_address "
      "element");
  EXPECT_EQ(opcodes_with(opcodes::plain),
            united(others, united(words(kBitsAndArithmetic), words(kComparisons))));
}

TEST(Opcodes, JoinLanesOrJump) {
  EXPECT_EQ(opcodes_with(opcodes::joins),
            words("if_else if_end loop_join loop_end case_label switch_end function_end kernel_end"));
  EXPECT_EQ(opcodes_with(opcodes::jumps),
            words("if_begin if_else if_end loop_test loop_join loop_back loop_end break_out continue_out "
                  "case_label switch_end call return_out"));
  EXPECT_EQ(opcodes_where(ends_stretch),
            united(words(kControl), words("barrier collective fence kernel_end copy_begin copy_wait")));
}

TEST(Opcodes, CostNothing) {
  EXPECT_EQ(opcodes_with(opcodes::free),
            words("constant mov private_address if_else if_end loop_begin loop_join loop_back loop_end "
                  "case_label switch_end call function_end kernel_end"));
}

TEST(Opcodes, HaveNoEffectOnValues) {
  EXPECT_EQ(
      opcodes_where(has_no_effect_on_values),
      words("if_else if_end loop_begin loop_join loop_back loop_end break_out continue_out switch_begin "
            "switch_end call return_out function_end kernel_end barrier fence print"));
}

TEST(Opcodes, WriteRegisters) {
  EXPECT_EQ(opcodes_writing(WrittenRegisters::one),
            united(words("constant mov convert from_half to_half select neg bit_not logical_not builtin "
                         "work_item element private_address collective copy_begin"),
                   united(words(kBitsAndArithmetic), words(kComparisons))));
  EXPECT_EQ(opcodes_writing(WrittenRegisters::run), words("load"));
  EXPECT_EQ(opcodes_writing(WrittenRegisters::some), words("image atomic if_end"));
}

TEST(Opcodes, AccessMemoryOrWait) {
  EXPECT_EQ(opcodes_with(opcodes::accesses), words("load store copy atomic"));
  EXPECT_EQ(opcodes_with(opcodes::shared), words("atomic copy_begin image"));
  EXPECT_EQ(opcodes_with(opcodes::waits), words("barrier collective copy_wait"));
}

// The reason of a question shows a branch as a comparison with its operands.
TEST(Opcodes, HaveASymbolIfTheyCompareTwoValues) {
  EXPECT_EQ(opcodes_where([](Opcode op) { return !opcode_info(op).symbol.empty(); }), words(kComparisons));
}

TEST(Opcodes, OpenAndCloseFrames) {
  const auto of = [](ControlRole role) {
    return opcodes_where([&](Opcode op) { return opcode_info(op).role == role; });
  };
  EXPECT_EQ(united(of(ControlRole::opens), of(ControlRole::opens_branch)),
            words("if_begin loop_begin switch_begin"));
  EXPECT_EQ(of(ControlRole::closes), words("if_end loop_end switch_end"));
  EXPECT_EQ(opcodes_where(ends_function), words("function_end kernel_end"));
}

TEST(Opcodes, PassValuesOn) {
  EXPECT_EQ(opcodes_with(ResultFlow::copied), words("mov convert from_half to_half neg bit_not collective"));
  EXPECT_EQ(opcodes_with(ResultFlow::combined), united(words(kBitsAndArithmetic), {"builtin"}));
  EXPECT_EQ(opcodes_with(ResultFlow::compared), words("cmp_lt cmp_le cmp_gt cmp_ge"));
  EXPECT_EQ(opcodes_with(ResultFlow::chosen), words("select if_end"));
}

TEST(ValueSources, OfAnExtremumAreBothValues) {
  using Kind = ValueSources::Kind;
  const auto sources = [](Opcode op, Extremum extremum) {
    return value_sources(
        {.op = op, .mode = static_cast<std::uint8_t>(extremum), .dst = 9, .a = 1, .b = 2, .c = 3});
  };
  const auto expect = [](const ValueSources& found, Kind kind, const std::vector<Register>& registers) {
    EXPECT_EQ(found.kind, kind);
    EXPECT_EQ(std::vector<Register>(found.all().begin(), found.all().end()), registers);
  };
  expect(sources(Opcode::cmp_lt, Extremum::minimum), Kind::operation, {1, 2});
  expect(sources(Opcode::cmp_lt, Extremum::none), Kind::none, {});
  expect(sources(Opcode::select, Extremum::minimum), Kind::copy, {1});
  expect(sources(Opcode::select, Extremum::none), Kind::copy, {2, 3});
  expect(sources(Opcode::if_end, Extremum::maximum), Kind::copy, {1, 9});
  expect(sources(Opcode::if_end, Extremum::none), Kind::none, {});
  expect(sources(Opcode::add, Extremum::none), Kind::operation, {1, 2});
  expect(sources(Opcode::neg, Extremum::none), Kind::copy, {1});
  expect(sources(Opcode::cmp_eq, Extremum::none), Kind::none, {});
}

}  // namespace
}  // namespace lockstep::sim
