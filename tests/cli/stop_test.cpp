// Ctrl+C and SIGTERM: every subcommand ends within a second, with the shell's status, and says so; what it
// started and its temporary files go with it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "tests/cli/program.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
namespace fs = std::filesystem;

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool becomes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

// The program in a process of its own, with a folder for temporary files.
class Started {
 public:
  explicit Started(const std::string& arguments, const std::string& beside = "") {
    fs::create_directories(temporary());
    process_ = fork();
    if (process_ != 0) return;
    setenv("TMPDIR", temporary().c_str(), 1);
    setenv("XDG_DATA_HOME", folder_.file("data").c_str(), 1);
    const std::string command =
        fmt::format("{}exec '{}' {} >'{}' 2>'{}' </dev/null", beside, LOCKSTEP_EXECUTABLE, arguments,
                    folder_.file("out"), folder_.file("err"));
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    std::_Exit(126);
  }
  ~Started() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  // The exit status; 128 + the signal's number if it had to be killed by one.
  int end_by(int signal) {
    kill(process_, signal);
    const auto begin = std::chrono::steady_clock::now();
    int status = 0;
    waitpid(process_, &status, 0);
    took_ = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  milliseconds took() const { return took_; }
  bool has_ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process_;
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string temporary() const { return folder_.file("tmp"); }
  std::string err() const { return file_text(folder_.file("err")); }
  std::string out() const { return file_text(folder_.file("out")); }

 private:
  TemporaryFolder folder_;
  pid_t process_ = -1;
  milliseconds took_{};
};

std::string endless_kernel() {
  return write_file("endless.cl",
                    "kernel void endless(global int* out) { for (int i = 0;; i++) out[0] = i; }\n");
}

// Each in a form that takes long. A command that is done before the signal comes has nothing to stop.
std::vector<std::string> slow_commands() {
  const std::string endless = endless_kernel() + " --global 64 --local 64 buffer:int:64=0 --timeout 0";
  std::vector<std::string> commands{"simulate " + endless,
                                    "simulate " + endless + " --json",
                                    "explain " + endless,
                                    "quiz " + endless,
                                    "trace reduce/divergent --n 64Ki --json",
                                    "trace reduce/divergent --n 64Ki --group 256 --by instruction",
                                    "counters scan/blelloch --n 16Mi --timeout 0",
                                    "counters --n 16Mi --json",
                                    "ladder --n 64Mi --no-device",
                                    "run -- sleep 60",
                                    "run --record r.lockstep -- sleep 60",
                                    "bench cpu/sequential --n 64Mi --repeat 10000 --no-keep"};
#ifdef LOCKSTEP_GUI
  commands.push_back("shot document:001/figure-6 film.gif --by instruction --scale 4");
  commands.push_back("lesson check what-goes-wrong");
  commands.push_back("lesson export what-goes-wrong out.html");
#endif
  return commands;
}

TEST(Stop, EveryCommandEndsWithinASecondAndSaysSo) {
  for (const auto& [signal, status, name] :
       {std::tuple(SIGTERM, 143, "SIGTERM"), std::tuple(SIGINT, 130, "Ctrl+C")})
    for (const std::string& command : slow_commands()) {
      // Ctrl+C is for the program that `run` started; of the others one is enough: the way is the same.
      if (signal == SIGINT && !command.starts_with("trace")) continue;
      const TemporaryFolder here;
      Started run(command, fmt::format("cd '{}' && ", here.path().string()));
      std::this_thread::sleep_for(milliseconds(500));
      if (run.has_ended()) continue;
      EXPECT_EQ(run.end_by(signal), status) << command << "\n" << run.err();
      EXPECT_LT(run.took(), milliseconds(1300)) << command;
      EXPECT_THAT(run.err(), HasSubstr(fmt::format("Stopped by {}", name))) << command;
      EXPECT_TRUE(fs::is_empty(run.temporary())) << command;
      for (const auto& entry : fs::directory_iterator(here.path()))
        EXPECT_NE(entry.path().extension(), ".new") << command;
    }
}

// A process that ended and waits for its parent to ask counts as ended.
bool runs(const std::string& number) {
  std::ifstream file("/proc/" + number + "/stat");
  std::string pid, name, state;
  return (file >> pid >> name >> state) && state != "Z";
}

TEST(Stop, ProgramsEndWithWhatRunsThem) {
  for (const int signal : {SIGTERM, SIGHUP, SIGKILL, SIGINT})
    for (const char* record : {"", "--record r.lockstep "}) {
      const TemporaryFolder here;
      const std::string script =
          "sleep 60 & echo $! >child; setsid sleep 60 & echo $! >daemon; echo $$ >self; wait";
      Started run(fmt::format("run {}-- sh -c '{}'", record, script),
                  fmt::format("cd '{}' && ", here.path().string()));
      ASSERT_TRUE(becomes_true([&] { return file_text(here.file("self")).size() > 1; })) << run.err();
      std::vector<std::string> numbers;
      for (const char* name : {"child", "daemon", "self"}) {
        std::string number = file_text(here.file(name));
        number.pop_back();
        EXPECT_TRUE(runs(number)) << name;
        numbers.push_back(number);
      }
      if (signal == SIGINT) numbers = {numbers[2]};  // for the program itself; it decides about the others
      run.end_by(signal);
      for (const std::string& number : numbers)
        EXPECT_TRUE(becomes_true([&] { return !runs(number); })) << "signal " << signal << record;
      if (signal != SIGKILL) {
        EXPECT_TRUE(fs::is_empty(run.temporary())) << "signal " << signal << record;
      }
      if (signal == SIGINT)
        for (const char* name : {"child", "daemon"}) kill(std::stoi(file_text(here.file(name))), SIGKILL);
    }
}

TEST(Stop, TheTimeLimitEndsGrandchildren) {
  const TemporaryFolder here;
  const Output output = run_lockstep(fmt::format(
      "run --time-limit 0.3 -- sh -c 'setsid sleep 60 & echo $! >{}; wait'", here.file("daemon")));
  std::string number = file_text(here.file("daemon"));
  ASSERT_GT(number.size(), 1u) << output.err;
  number.pop_back();
  EXPECT_FALSE(runs(number));
}

}  // namespace
}  // namespace lockstep::cli
