#include "gui/app/own_terms.hpp"

#include <gtest/gtest.h>

namespace lockstep::gui {
namespace {

TEST(OwnTerms, AreThoseOfTheOpenFile) {
  AppState state;
  OwnTerms terms;
  terms.follow(state);
  EXPECT_EQ(state.words, Words::opencl);
  state.kernel_file = "scan.cu";
  terms.follow(state);
  EXPECT_EQ(state.words, Words::cuda);
  state.kernel_file = "scan.cl";
  terms.follow(state);
  EXPECT_EQ(state.words, Words::opencl);
}

TEST(OwnTerms, KeepWhatTheReaderChose) {
  AppState state;
  state.words = Words::cuda;
  OwnTerms terms;
  state.kernel_file = "scan.cu";
  terms.follow(state);
  state.kernel_file = "";
  terms.follow(state);
  EXPECT_EQ(state.words, Words::cuda) << "CUDA's terms were chosen before";
  state.kernel_file = "scan.cu";
  terms.follow(state);
  state.words = Words::opencl;  // O
  terms.follow(state);
  EXPECT_EQ(state.words, Words::opencl) << "O switches";
  state.kernel_file = "";
  terms.follow(state);
  EXPECT_EQ(state.words, Words::opencl);
}

}  // namespace
}  // namespace lockstep::gui
