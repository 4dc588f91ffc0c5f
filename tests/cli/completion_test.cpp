// The completions that `lockstep manual` writes, in the shells that read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Completion : public testing::Test {
 protected:
  Completion() { EXPECT_EQ(run_lockstep("manual " + folder_.path().string()).status, 0); }

  std::string file(const std::string& below) const { return folder_.file("share/" + below); }

  // What bash offers where the cursor is at the end of `words`, the last of which is begun.
  std::string in_bash(const std::string& words) const {
    const std::string out = folder_.file("out"), script = folder_.file("script");
    std::ofstream(script)
        << ". " << file("bash-completion/completions/lockstep") << "\nCOMP_WORDS=(" << words
        << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_lockstep\necho \"${COMPREPLY[*]}\"\n";
    EXPECT_EQ(std::system(("bash " + script + " > " + out).c_str()), 0);
    std::ostringstream text;
    text << std::ifstream(out).rdbuf();
    return text.str();
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Completion, InBash) {
  EXPECT_EQ(in_bash("lockstep tra"), "trace\n");
  EXPECT_EQ(in_bash("lockstep list"), "list\n");
  EXPECT_EQ(in_bash("lockstep trace reduce/div"), "reduce/divergent\n");
  EXPECT_EQ(in_bash("lockstep trace --mod"), "--model\n");
  EXPECT_EQ(in_bash("lockstep trace --order f"), "fixed\n");
  EXPECT_EQ(in_bash("lockstep bench --n 1Ki cpu/openmp-f"), "cpu/openmp-false-sharing\n");
  EXPECT_THAT(in_bash("lockstep tune ''"), AllOf(HasSubstr("reduce/tuned"), Not(HasSubstr("scan/warp"))));
  // Files, which bash finds by itself.
  EXPECT_EQ(in_bash("lockstep trace --figure s"), "\n");
  EXPECT_EQ(in_bash("lockstep simulate s"), "\n");
}

// A colon ends a part of a specification of zsh's _arguments, so that one in a value is quoted.
TEST_F(Completion, InZsh) {
  std::ostringstream text;
  text << std::ifstream(file("zsh/site-functions/_lockstep")).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("TEXT:(fixed random\\: adversarial)' "));
  EXPECT_THAT(text.str(), HasSubstr("cpu/openmp-false-sharing"));
  EXPECT_THAT(text.str(), HasSubstr("':TARGET:{compadd -- reduce/"));
}

}  // namespace
}  // namespace lockstep::cli
