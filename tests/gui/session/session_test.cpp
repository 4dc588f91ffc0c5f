#include "gui/session/session.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "core/recording/recording.hpp"
#include "tests/sim/host_programs.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::HasSubstr;
using Clock = Session::Clock;

// Waits until everything that the state requests has happened, including the delay after typing.
void settle(Session& session, const AppState& state) {
  session.update(state, Clock::now());
  session.update(state, Clock::now() + std::chrono::seconds(1));
  session.wait(std::chrono::seconds(60));
  session.update(state, Clock::now() + std::chrono::seconds(1));
}

TEST(Session, RecordsWhatTheStateAsksFor) {
  Session session;
  AppState state;
  EXPECT_EQ(session.run(), nullptr);
  settle(session, state);
  ASSERT_NE(session.run(), nullptr);
  EXPECT_FALSE(session.failure());
  EXPECT_FALSE(session.busy());
  EXPECT_EQ(session.run()->trace->plan().n, 64u);
  const std::uint64_t work = session.run()->trace->counted().total.work;
  EXPECT_EQ(work, 63u);
}

// The address may equal that of an earlier run.
TEST(Session, EachRunHasItsOwnNumber) {
  Session session;
  AppState state;
  std::set<std::uint64_t> numbers{0};
  for (const std::uint64_t n : {16, 32, 16}) {
    state.n = n;
    settle(session, state);
    ASSERT_NE(session.run(), nullptr);
    EXPECT_TRUE(numbers.insert(session.run()->number).second) << n;
  }
}

// A session without threads with a long run.
class LongRun : public testing::Test {
 protected:
  LongRun() {
    state_.algorithm = "scan/kogge-stone";
    state_.n = 1 << 15;
    state_.group_size = 256;
    session_.show_beginnings();
    session_.update(state_, now_);
  }
  // Works until a run is available.
  const gui::Run* wait_for_run() {
    now_ += std::chrono::seconds(1);
    do {
      session_.update(state_, now_);
    } while (session_.run() == nullptr && slices_->run_slice(std::chrono::milliseconds(1)));
    session_.update(state_, now_);
    return session_.run();
  }
  void finish() {
    while (slices_->run_slice(std::chrono::milliseconds(100))) {
    }
    session_.update(state_, now_);
  }

  std::shared_ptr<JobSlices> slices_ = std::make_shared<JobSlices>();
  Session session_{{}, {{}, slices_}};
  AppState state_;
  Clock::time_point now_ = Clock::now();
};

TEST_F(LongRun, ItsBeginningIsShownUntilItIsRecorded) {
  ASSERT_TRUE(session_.due());
  EXPECT_GT(*session_.due(), now_);
  const gui::Run* run = wait_for_run();
  ASSERT_NE(run, nullptr);
  EXPECT_TRUE(run->is_beginning());
  EXPECT_EQ(session_.size(), ShownRun::kBeginning);
  EXPECT_EQ(session_.status(state_), Session::RunStatus::simulating);
  EXPECT_EQ(session_.explanation(), nullptr);
  EXPECT_EQ(run->verdict.kind, sim::RunVerdict::Kind::not_checked);
  EXPECT_TRUE(session_.busy());
  EXPECT_FALSE(session_.due());
  const std::uint64_t hash = run->trace->seek(50'000)->hash();
  finish();
  EXPECT_FALSE(session_.run()->is_beginning());
  EXPECT_EQ(session_.status(state_), Session::RunStatus::current);
  EXPECT_GT(session_.size(), ShownRun::kBeginning);
  EXPECT_EQ(session_.run()->trace->seek(50'000)->hash(), hash);
}

TEST_F(LongRun, WhoSpeaksOfTheWholeWaitsForIt) {
  state_.position = ShownRun::kBeginning + 1;
  EXPECT_FALSE(wait_for_run()->is_beginning());
}

TEST_F(LongRun, AnotherPageDoesNotShowItsBeginning) {
  ASSERT_TRUE(wait_for_run()->is_beginning());
  state_.tab = "theory";
  session_.update(state_, now_);
  EXPECT_EQ(session_.run(), nullptr);
  EXPECT_FALSE(session_.due());
  finish();
  EXPECT_FALSE(session_.run()->is_beginning());
}

TEST_F(LongRun, ABeginningIsNoPreparedRun) {
  ASSERT_TRUE(wait_for_run()->is_beginning());
  const AppState before = std::exchange(state_, AppState());
  for (int i = 0; i < 40; ++i) {
    session_.prepared().prepare({state_});
    slices_->run_slice(std::chrono::milliseconds(1));
  }
  session_.update(state_, now_);
  ASSERT_EQ(session_.run()->request.algorithm, state_.algorithm);
  state_ = before;
  session_.update(state_, now_);
  EXPECT_FALSE(session_.run()->is_beginning());
  finish();
  EXPECT_EQ(session_.status(state_), Session::RunStatus::current);
}

TEST(Session, BeginsAtTheFirstError) {
  Session session;
  AppState state;
  state.algorithm = "hazards/missing-barrier";
  settle(session, state);
  ASSERT_NE(session.run(), nullptr);
  const auto& findings = session.run()->trace->findings();
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(session.moment(state).position, findings.front().step);
}

TEST(Session, BeginsAtARelevantMoment) {
  Session session;
  AppState state;
  settle(session, state);
  const ShownMoment& moment = session.moment(state);
  EXPECT_GT(moment.position, 0u);
  EXPECT_LT(moment.position, session.size());
  EXPECT_TRUE(session.run()->trace->at(moment.position).flags & sim::TraceRecord::work);
  EXPECT_GT(moment.so_far.work, 0u);
  EXPECT_FALSE(moment.sentence.empty());
  EXPECT_GT(moment.line, 0u);
}

TEST(Session, AMomentIsWithinTheRunAndAddsUp) {
  Session session;
  AppState state;
  settle(session, state);
  state.position = 1'000'000;
  EXPECT_EQ(session.moment(state).position, session.size());
  EXPECT_EQ(session.moment(state).line, 0u);
  state.position = 0;
  state.step = sim::Trace::Step::launch;
  const ShownMoment whole = session.moment(state);
  sim::Counters sum = whole.so_far;
  sum += whole.this_step;
  EXPECT_EQ(sum, session.run()->trace->counted().total);
}

TEST(Session, AWrongEditIsReportedAndTheLastRunStays) {
  Session session;
  AppState state;
  settle(session, state);
  const gui::Run* before = session.run();
  state.edited_texts[state.algorithm] = session.original().text + "\n__kernel void oops( {\n";
  settle(session, state);
  EXPECT_EQ(session.run(), before);
  ASSERT_TRUE(session.failure());
  EXPECT_FALSE(session.failure()->diagnostics.empty());
  state.edited_texts.clear();
  settle(session, state);
  EXPECT_FALSE(session.failure());
}

TEST(Session, ARunWaitsForAPauseInTyping) {
  Session session;
  AppState state;
  settle(session, state);
  const gui::Run* before = session.run();
  state.edited_texts[state.algorithm] = session.original().text + "\n";
  const auto start = Clock::now();
  session.update(state, start);
  ASSERT_TRUE(session.due());
  EXPECT_GT(*session.due(), start);
  EXPECT_FALSE(session.busy());
  EXPECT_EQ(session.run(), before);
  session.update(state, *session.due());
  session.wait(std::chrono::seconds(60));
  session.update(state, *session.due() + std::chrono::seconds(1));
  EXPECT_NE(session.run(), before);
  EXPECT_EQ(session.run()->request.text, session.original().text + "\n");
}

TEST(Session, InvalidRequestsAreReportedInASentence) {
  Session session;
  const std::vector<std::function<void(AppState&)>> changes{
      [](AppState& s) { s.n = 0; },
      [](AppState& s) { s.group_size = 0; },
      [](AppState& s) { s.group_size = 1 << 20; },
      [](AppState& s) { s.algorithm = "reduce/nothing"; },
      [](AppState& s) { s.model = "cc99"; },
      [](AppState& s) { s.kernel_file = "/no/such/file.cl"; },
      [](AppState& s) { s.edited_texts[s.algorithm] = ""; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    AppState state;
    changes[i](state);
    settle(session, state);
    ASSERT_TRUE(session.failure()) << "case " << i;
    EXPECT_GT(session.failure()->message.size(), 10u) << "case " << i;
  }
}

// A branch that ends at its "if", the parts of a loop's head and a call are not separate executions.
TEST(RunIndex, ALineIsCountedOnceForEachExecution) {
  const auto runs = [](const std::string& algorithm, std::uint64_t n, std::uint64_t group, std::size_t line) {
    Session session;
    AppState state;
    state.algorithm = algorithm;
    state.n = n;
    state.group_size = group;
    settle(session, state);
    return session.run()->index.programs[0].lines.at(line - 1).runs;
  };
  EXPECT_EQ(runs("reduce/divergent", 64, 64, 31), 14u) << "2 warps test 7 times";
  EXPECT_EQ(runs("reduce/divergent", 64, 64, 32), 12u) << "2 warps, 6 iterations";
  EXPECT_EQ(runs("reduce/divergent", 64, 64, 28), 2u);
  EXPECT_EQ(runs("scan/blelloch", 16, 8, 50), 1u);
  EXPECT_EQ(runs("scan/blelloch", 16, 8, 60), 4u);
}

TEST(ShownMoment, JoinedLanesAreNoIdleLanes) {
  Session session;
  AppState state;
  settle(session, state);
  const sim::Trace& trace = *session.run()->trace;
  std::uint64_t at = 0;
  while (trace.range_at(at).line != 28) ++at;
  state.position = at;
  const sim::Counters step = session.moment(state).this_step;
  EXPECT_GT(step.lane_slots, 0u);
  EXPECT_EQ(step.lane_utilisation(), 1.0) << "all lanes load";
}

TEST(RunIndex, LinesCountTheirExecutions) {
  Session session;
  AppState state;
  state.algorithm = "reduce/sequential-local";
  settle(session, state);
  const ProgramLines& index = session.run()->index.programs[0];
  std::uint64_t transactions = 0, loop_body = 0;
  for (const LineCost& line : index.lines) {
    transactions += line.transactions;
    loop_body = std::max(loop_body, line.runs);
  }
  const sim::Counters& total = session.run()->trace->counted().total;
  EXPECT_EQ(transactions, total.global_load_transactions + total.global_store_transactions);
  EXPECT_GE(loop_body, 6u) << "64 elements take six steps";
  EXPECT_EQ(index.most(Heat::conflicts), 0u) << "sequential addressing has no bank conflict";
}

TEST(Session, RunsARecordedProgram) {
  const TemporaryFolder folder;
  Recording recording;
  recording.plan = sim::hillis_steele_program(16);
  recording.model = "cc2.0";
  const std::string path = folder.file("scan.lockstep");
  ASSERT_TRUE(write_recording(recording, path));
  AppState state;
  ASSERT_TRUE(choose_recording(state, path));
  EXPECT_EQ(state.model, "cc2.0");
  Session session;
  settle(session, state);
  ASSERT_FALSE(session.failure()) << session.failure()->message;
  ASSERT_NE(session.run(), nullptr);
  EXPECT_EQ(session.run()->trace->plan().launches.size(), 4u);
  EXPECT_EQ(session.run()->trace->model().name, "cc2.0");
  EXPECT_THAT(session.original().text, HasSubstr("kernel void step"));
  // An edit runs in the recorded program.
  state.edited_texts[path] = session.original().text + "int broken(";
  settle(session, state);
  EXPECT_TRUE(session.failure());
  const auto refused = choose_recording(state, folder.file("none.lockstep"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(state.kernel_file, path);
}

// A recording whose second half has a separate kernel file.
std::string two_programs(const TemporaryFolder& folder) {
  Recording recording;
  recording.plan = sim::hillis_steele_program(16);
  PlanProgram second = recording.plan.programs[0];
  recording.plan.programs[0].source.path = "first.cl";
  second.source.path = "second.cl";
  second.source.text = "// The same in another file.\n\n" + second.source.text;
  recording.plan.programs.push_back(second);
  recording.plan.launches[2].program = recording.plan.launches[3].program = 1;
  const std::string path = folder.file("two.lockstep");
  EXPECT_TRUE(write_recording(recording, path));
  return path;
}

TEST(Session, EachLaunchShowsItsOwnSource) {
  const TemporaryFolder folder;
  AppState state;
  ASSERT_TRUE(choose_recording(state, two_programs(folder)));
  Session session;
  settle(session, state);
  ASSERT_NE(session.run(), nullptr);
  state.position = 0;
  EXPECT_EQ(session.shown_program(state), 0u);
  EXPECT_EQ(session.original(0).text, session.run()->request.text_of(0));
  const std::uint32_t line = session.moment(state).line;
  state.position = session.run()->trace->size();
  EXPECT_EQ(session.shown_program(state), 1u);
  EXPECT_EQ(session.original(1).path, "second.cl");
  const sim::Trace& trace = *session.run()->trace;
  state.position = trace.next(trace.next(0, sim::Trace::Step::launch), sim::Trace::Step::launch);
  EXPECT_EQ(session.shown_program(state), 1u);
  EXPECT_EQ(session.moment(state).line, line + 2) << "the line is of the file that is shown";
}

// The split scans its flags with the kernel of another algorithm.
TEST(Session, AKernelOfAnotherAlgorithmIsShownWhileItsLaunchRuns) {
  AppState state;
  state.algorithm = "patterns/split";
  state.n = state.group_size = 8;
  Session session;
  settle(session, state);
  ASSERT_NE(session.run(), nullptr);
  const sim::Trace& trace = *session.run()->trace;
  ASSERT_GT(trace.plan().programs.size(), 1u);
  std::set<std::size_t> shown;
  for (std::uint64_t at = 0; at < trace.size(); at = trace.next(at, sim::Trace::Step::line)) {
    state.position = at;
    const std::size_t program = session.shown_program(state);
    shown.insert(program);
    EXPECT_EQ(session.original(program).text, trace.plan().programs[program].source.text) << at;
    EXPECT_EQ(session.run()->text_of(program), session.original(program).text) << at;
    EXPECT_EQ(program, trace.plan().launches[trace.at(at).moment.launch].program) << at;
    EXPECT_EQ(session.is_editable(program), program == 0) << at;
  }
  EXPECT_GT(shown.size(), 1u);
}

TEST(Session, LinesOfSeveralSourcesAreNotMixed) {
  const TemporaryFolder folder;
  AppState state;
  ASSERT_TRUE(choose_recording(state, two_programs(folder)));
  Session session;
  settle(session, state);
  ASSERT_NE(session.run(), nullptr);
  const RunIndex& index = session.run()->index;
  ASSERT_EQ(index.programs.size(), 2u);
  const auto runs = [](const ProgramLines& program) {
    std::vector<std::uint64_t> counts;
    for (const LineCost& line : program.lines) counts.push_back(line.runs);
    return counts;
  };
  std::vector<std::uint64_t> first = runs(index.programs[0]), second = runs(index.programs[1]);
  ASSERT_GE(second.size(), 2u);
  second.erase(second.begin(), second.begin() + 2);
  EXPECT_EQ(first, second);
}

TEST(Session, AnEditOfTheSecondSourceRunsInItsLaunches) {
  const TemporaryFolder folder;
  AppState state;
  ASSERT_TRUE(choose_recording(state, two_programs(folder)));
  Session session;
  settle(session, state);
  state.edited_texts[state.source_key(1)] = session.original(1).text + "// edited\n";
  settle(session, state);
  ASSERT_FALSE(session.failure());
  EXPECT_THAT(session.run()->trace->plan().programs[1].source.text, HasSubstr("// edited"));
  EXPECT_EQ(session.run()->trace->plan().programs[0].source.text, session.original(0).text);
  EXPECT_EQ(session.status(state), Session::RunStatus::current);
}

TEST(Session, WarningsOfTheCompilerComeWithTheRun) {
  Session session;
  AppState state;
  settle(session, state);
  EXPECT_TRUE(session.run()->warnings[0].empty());
  state.edited_texts[state.algorithm] = session.original().text + "void helper() { int unused = 3; }\n";
  settle(session, state);
  ASSERT_FALSE(session.failure());
  ASSERT_EQ(session.run()->warnings[0].size(), 1u);
  const Diagnostic& warning = session.run()->warnings[0][0];
  EXPECT_EQ(warning.kind, Diagnostic::Kind::warning);
  EXPECT_THAT(warning.message, HasSubstr("unused"));
  EXPECT_EQ(warning.line,
            std::count(session.original().text.begin(), session.original().text.end(), '\n') + 1);
}

}  // namespace
}  // namespace lockstep::gui
