#include "runtime/report/report_text.hpp"

#include <gtest/gtest.h>

namespace lockstep::runtime {
namespace {

ReportedLaunch launch_with(std::size_t number, const std::string& kind, unsigned line) {
  ReportedLaunch launch;
  launch.number = number;
  launch.kernel = "step";
  launch.call = "clEnqueueNDRangeKernel";
  launch.place = "host.c:7";
  launch.ended = true;
  launch.findings.push_back({kind, kind + " in launch " + std::to_string(number), line});
  return launch;
}

std::string text_of(const Report& report) {
  return report_text({{"./program"}, sim::device_models().front(), {}, report});
}

TEST(ReportText, MistakeOfSeveralLaunchesIsSaidOnce) {
  Report report;
  report.processes = 1;
  report.programs.push_back({"step.cl", "", "", ""});
  for (std::size_t number = 1; number <= 14; ++number)
    report.launches.push_back(launch_with(number, "data_race", 3));
  report.launches.push_back(launch_with(15, "out_of_bounds", 3));
  const std::string text = text_of(report);
  EXPECT_NE(
      text.find("findings\n"
                "step.cl:3: data_race: data_race in launch 1\n"
                "  launch 1, clEnqueueNDRangeKernel at host.c:7, and 13 later launches: 2, 3, 4, 5, 6, 7, "
                "8, 9, 10 …\n"
                "step.cl:3: out_of_bounds: out_of_bounds in launch 15\n"
                "  launch 15, clEnqueueNDRangeKernel at host.c:7\n"),
      std::string::npos)
      << text;
}

TEST(ReportText, SeveralMistakesOfALineAreListed) {
  Report report;
  report.processes = 1;
  report.programs.push_back({"step.cl", "", "", ""});
  report.launches.push_back(launch_with(1, "data_race", 3));
  report.launches[0].findings.push_back({"data_race", "another race", 3});
  const std::string text = text_of(report);
  EXPECT_NE(text.find("step.cl:3: data_race: data_race in launch 1"), std::string::npos) << text;
  EXPECT_NE(text.find("step.cl:3: data_race: another race"), std::string::npos) << text;
}

TEST(ReportText, ManyMistakesOfALineAreCounted) {
  Report report;
  report.processes = 1;
  report.programs.push_back({"step.cl", "", "", ""});
  report.launches.push_back(launch_with(1, "data_race", 3));
  for (int i = 1; i < 1500; ++i)
    report.launches[0].findings.push_back({"data_race", "race " + std::to_string(i), 3});
  report.launches[0].findings.push_back({"data_race", "elsewhere", 4});
  const std::string text = text_of(report);
  EXPECT_NE(text.find("step.cl:3: data_race: race 7\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("step.cl:3: data_race: race 8\n"), std::string::npos) << text;
  EXPECT_NE(text.find("step.cl:3: data_race: 1,492 more, which the JSON report lists\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("step.cl:4: data_race: elsewhere\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace lockstep::runtime
