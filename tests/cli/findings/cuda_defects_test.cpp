// Small kernels of CUDA C++ with one defect each, `wrong`, and what they should be, `right`. The second line
// of a file has the arguments, the third what is found in `wrong`.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;

struct Defect {
  std::string name, path, arguments, kind, message;
};

std::vector<Defect> defects() {
  std::vector<Defect> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/tests/data/cuda_defects")) {
    std::ifstream text(entry.path());
    std::string title, run, finds;
    std::getline(text, title);
    std::getline(text, run);
    std::getline(text, finds);
    const std::string found = finds.substr(std::string("// finds ").size());
    const std::size_t colon = found.find(": ");
    all.push_back({entry.path().stem().string(), entry.path().string(),
                   run.substr(std::string("// run: ").size()), found.substr(0, colon),
                   found.substr(colon + 2)});
  }
  return all;
}

Json findings_of(const Defect& defect, const std::string& kernel, const std::string& more = "") {
  const Output output = run_lockstep("simulate " + defect.path + " --kernel " + kernel + " " +
                                     defect.arguments + " --model cc9.0 --json" + more);
  const Json result = Json::parse(output.out, nullptr, false);
  EXPECT_TRUE(result.is_object()) << defect.name << output.err;
  return result.is_object() ? result["findings"] : Json::array();
}

TEST(CudaDefects, AreFoundInTheWordsOfCuda) {
  const std::vector<Defect> all = defects();
  ASSERT_GE(all.size(), 30u);
  for (const Defect& defect : all) {
    bool is_found = false;
    const Json findings = findings_of(defect, "wrong");
    for (const Json& finding : findings)
      is_found = is_found || (finding["kind"] == defect.kind &&
                              finding["message"].get<std::string>().starts_with(defect.message));
    EXPECT_TRUE(is_found) << defect.name << ": " << defect.message << "\n" << findings.dump(1);
  }
}

TEST(CudaDefects, AreNotSeenInWhatIsRight) {
  for (const Defect& defect : defects())
    for (const std::string more : {"", " --schedule independent --order adversarial"}) {
      if (!more.empty() && defect.arguments.find("--schedule") != std::string::npos) continue;
      for (const Json& finding : findings_of(defect, "right", more))
        EXPECT_EQ(finding["severity"], "note") << defect.name << more << finding["message"];
    }
}

}  // namespace
}  // namespace lockstep::cli
