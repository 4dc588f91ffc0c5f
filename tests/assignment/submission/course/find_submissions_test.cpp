#include "assignment/submission/course/find_submissions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "assignment/submission/files/write_zip.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A folder of what was handed in.
class Course {
 public:
  void put(const std::string& name, std::string_view bytes = "kernel") const {
    const fs::path path = system_path(folder_.file(name));
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::string path(const std::string& name = "") const { return folder_.file(name); }

  FoundSubmissions find(const std::vector<std::string>& names,
                        FolderMeaning meaning = FolderMeaning::automatic) const {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back(path(name));
    const auto found = find_submissions(words, meaning);
    EXPECT_TRUE(found) << found.error().message;
    return found.value_or(FoundSubmissions{});
  }

 private:
  TemporaryFolder folder_;
};

std::vector<std::string> ids(const FoundSubmissions& found) {
  std::vector<std::string> all;
  for (const SubmissionPlace& place : found.places) all.push_back(place.id);
  return all;
}

std::vector<std::string> files_of(const SubmissionPlace& place) {
  std::vector<std::string> names;
  const auto submission = read_submission(place.source);
  EXPECT_TRUE(submission) << submission.error().message;
  if (submission)
    for (const SubmittedFile& file : submission->files) names.push_back(file.path);
  return names;
}

TEST(FindSubmissions, AFileAFolderOrAnArchiveIsOne) {
  const Course course;
  course.put("reduce.cl");
  course.put("x.plan.json");
  course.put("ada/a.cl");
  course.put("bob/work/b.cl");
  course.put("eve.zip", zip_of({{"one/c.cl", "c"}, {"two/d.cl", "d"}}).value());
  const FoundSubmissions found = course.find({"reduce.cl", "x.plan.json", "ada", "bob/", "eve.zip"});
  EXPECT_THAT(ids(found), ElementsAre("ada", "bob", "eve", "reduce", "x"));
  EXPECT_THAT(files_of(found.places[1]), ElementsAre("b.cl"));
  EXPECT_THAT(files_of(found.places[2]), ElementsAre("one/c.cl", "two/d.cl"));
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(FindSubmissions, AFolderOfStudentsHasOneForEach) {
  const Course course;
  course.put("all/s10/a.cl");
  course.put("all/s9/a.cl");
  course.put("all/S2.zip", zip_of({{"a.cl", "a"}}).value());
  course.put("all/grades.xlsx");
  course.put("all/.DS_Store");
  fs::create_symlink("/etc", course.path("all/link"));
  const FoundSubmissions found = course.find({"all"});
  EXPECT_THAT(ids(found), ElementsAre("S2", "s9", "s10"));
  EXPECT_THAT(found.notes, ElementsAre("grades.xlsx is not a submission and was left out.",
                                       "link is a link or a device and was left out."));
}

TEST(FindSubmissions, AFolderThatIsCalledAsAnAttemptIsAroundStudents) {
  const Course course;
  course.put("v1/becker/a.cl");
  course.put("attempt-2/becker/src/a.cl");
  course.put("becker/src/a.cl");
  EXPECT_THAT(ids(course.find({"v1"})), ElementsAre("becker"));
  EXPECT_THAT(ids(course.find({"attempt-2"})), ElementsAre("becker"));
  EXPECT_THAT(ids(course.find({"v1"}, FolderMeaning::one)), ElementsAre("v1"));
  EXPECT_THAT(ids(course.find({"becker"})), ElementsAre("becker"));
}

TEST(FindSubmissions, TheMeaningOfAFolderCanBeSaid) {
  const Course course;
  course.put("all/ada.cl");
  course.put("all/bob.cl");
  EXPECT_THAT(ids(course.find({"all"})), ElementsAre("all"));
  EXPECT_THAT(ids(course.find({"all"}, FolderMeaning::many)), ElementsAre("ada", "bob"));
  course.put("more/x/a.cl");
  course.put("more/y/b.cl");
  EXPECT_THAT(ids(course.find({"more"})), ElementsAre("x", "y"));
  EXPECT_THAT(ids(course.find({"more"}, FolderMeaning::one)), ElementsAre("more"));
  course.put("z.zip", zip_of({{"z/x/a.cl", "a"}, {"z/y/b.cl", "b"}}).value());
  const FoundSubmissions packed = course.find({"z.zip"}, FolderMeaning::many);
  EXPECT_THAT(ids(packed), ElementsAre("x", "y"));
  EXPECT_THAT(files_of(packed.places[1]), ElementsAre("b.cl"));
}

TEST(FindSubmissions, AttemptsStayTogetherInTheirOrder) {
  const Course course;
  course.put("all/ada/attempt-10/a.cl");
  course.put("all/ada/attempt_2/a.cl");
  course.put("all/bob-attempt-1/a.cl");
  course.put("all/bob-attempt-2.zip", zip_of({{"a.cl", "a"}}).value());
  course.put("all/eve/a.cl");
  course.put("all/attempts.csv",
             "submission,attempt,handed_in\nada,2,2026-11-20 14:03+01:00\nbob,2,2026-11-21T00:00:00Z\n");
  const FoundSubmissions found = course.find({"all"});
  EXPECT_THAT(ids(found),
              ElementsAre("ada-attempt-2", "ada-attempt-10", "bob-attempt-1", "bob-attempt-2", "eve"));
  EXPECT_EQ(found.places[1].submitter, "ada");
  EXPECT_EQ(found.places[1].attempt, 10u);
  EXPECT_EQ(found.places[0].handed_in, "2026-11-20T13:03:00Z");
  EXPECT_EQ(found.places[1].handed_in, "");
  EXPECT_EQ(found.places[3].handed_in, "2026-11-21T00:00:00Z");
  EXPECT_THAT(ids(course.find({"all/ada"})), ElementsAre("ada-attempt-2", "ada-attempt-10"));
}

TEST(FindSubmissions, GroupsHaveTheirMembers) {
  const Course course;
  course.put("all/team-1/a.cl");
  course.put("all/team-2.zip", zip_of({{"a.cl", "a"}}).value());
  course.put("all/groups.csv", "submission;member\r\nteam-1;ada\r\nteam-1;bob\r\nteam-2;eve\r\n");
  const FoundSubmissions found = course.find({"all"});
  EXPECT_THAT(ids(found), ElementsAre("team-1", "team-2"));
  EXPECT_THAT(found.places[0].members, ElementsAre("ada", "bob"));
  EXPECT_THAT(found.places[1].members, ElementsAre("eve"));
  course.put("one/groups.csv", "submission,member\nteam-1,ada\nteam-1,bob\n");
  const FoundSubmissions apart = course.find({"all/team-1", "one/groups.csv"});
  EXPECT_THAT(apart.places.at(0).members, ElementsAre("ada", "bob"));
}

// A row that is dropped would leave a late student with all points.
TEST(FindSubmissions, ARowOfATableThatFitsNothingIsAnError) {
  const Course course;
  course.put("all/becker/a.cl");
  course.put("all/meier/attempt-1/a.cl");
  course.put("all/meier/attempt-2/a.cl");
  struct Row {
    const char *table, *row, *words;
  };
  for (const Row& one :
       {Row{"attempts.csv", "bekcer,1,2026-11-25 10:00", "the nearest name is \"becker\""},
        Row{"attempts.csv", "meier,3,2026-11-25 10:00", "no attempt 3 of meier, only 1, 2"},
        Row{"attempts.csv", "becker,1,2026-11-25 10:00\nbecker,2,2026-11-26 10:00",
            "line 3: there is no attempt 2 of becker, only 1"},
        Row{"attempts.csv", "becker,1,2026-11-25 10:00\nbecker,1,2026-11-26 10:00",
            "line 3: attempt 1 of becker also has a time in another line"},
        Row{"groups.csv", "beckr,ada", "the nearest name is \"becker\""},
        Row{"groups.csv", "becker,", "must name a member"},
        Row{"groups.csv", "becker,ada\nmeier,ada", "line 3: ada is also a member of becker"}}) {
    const bool is_group = std::string(one.table) == "groups.csv";
    course.put(
        std::string("tables/") + one.table,
        std::string(is_group ? "submission,member\n" : "submission,attempt,handed_in\n") + one.row + "\n");
    const auto found =
        find_submissions({course.path("all"), course.path(std::string("tables/") + one.table)});
    ASSERT_FALSE(found) << one.row;
    EXPECT_THAT(found.error().message,
                testing::AllOf(HasSubstr(one.table), HasSubstr(", line "), HasSubstr(one.words)));
  }
}

TEST(FindSubmissions, TheOnlyRowOfTheOnlyAttemptIsItsOwn) {
  const Course course;
  course.put("all/becker/a.cl");
  course.put("all/meier/a.cl");
  course.put("all/attempts.csv", "submission,attempt,handed_in\nbecker,2,2026-11-25 10:00 +0100\n");
  const FoundSubmissions found = course.find({"all"});
  EXPECT_EQ(found.places[0].handed_in, "2026-11-25T09:00:00Z");
  EXPECT_EQ(found.places[0].attempt, 2u);
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("do not count as late: meier.")));
}

TEST(FindSubmissions, ATableIsKnownByItsColumnsWhateverItsName) {
  const Course course;
  course.put("ada/a.cl");
  course.put("bob/a.cl");
  course.put("a1.csv", "submission;attempt;handed_in\nada;1;2026-11-25 10:00\n");
  course.put("g.csv", "submission,member\nada,eve\n");
  const FoundSubmissions found = course.find({"ada", "bob", "a1.csv", "g.csv"});
  EXPECT_THAT(ids(found), ElementsAre("ada", "bob"));
  EXPECT_EQ(found.places[0].handed_in, "2026-11-25T10:00:00");
  EXPECT_THAT(found.places[0].members, ElementsAre("eve"));
  course.put("e.csv", "submission,due\nada,2026-11-25\n");
  course.put("o.csv", "submission,task,points,reason\n");
  course.put("x.csv", "name,grade\n");
  for (const auto& [name, words] : {std::pair("e.csv", "--extensions"), std::pair("o.csv", "--overrides"),
                                    std::pair("x.csv", "is a table, but")})
    EXPECT_THAT(find_submissions({course.path("ada"), course.path(name)}).error().message, HasSubstr(words));
}

TEST(FindSubmissions, AttemptsAreCalledSoOrNumbered) {
  const std::vector<std::pair<std::string, std::string>> layouts{
      {"attempt-1", "attempt-2"}, {"Versuch 1", "Versuch 2"}, {"v1", "v2"}, {"1", "2"},
      {"Version 1", "version_2"}, {"1.zip", "2.zip"}};
  for (const auto& [first, second] : layouts) {
    const Course course;
    for (const std::string& name : {first, second})
      course.put("all/becker/" + name + (name.ends_with(".zip") ? "" : "/a.cl"),
                 zip_of({{"a.cl", "a"}}).value());
    course.put("all/becker/readme.txt");
    course.put("all/meier/a.cl");
    EXPECT_THAT(ids(course.find({"all"})), ElementsAre("becker-attempt-1", "becker-attempt-2", "meier"))
        << first;
  }
}

TEST(FindSubmissions, AVersionBehindANameIsAnAttempt) {
  const Course course;
  for (const char* const name : {"ada v1", "ada v2", "bob_version-3", "cev2", "v"})
    course.put(std::string("all/") + name + "/a.cl");
  EXPECT_THAT(ids(course.find({"all"})),
              testing::UnorderedElementsAre("ada-attempt-1", "ada-attempt-2", testing::StartsWith("bob"),
                                            "cev2", "v"));
}

TEST(FindSubmissions, FoldersOfTasksAndOfOtherNamesAreNoAttempts) {
  const Course course;
  course.put("all/tasks/1/a.cl");
  course.put("all/tasks/2/b.cl");
  course.put("all/mixed/v1/a.cl");
  course.put("all/mixed/old/a.cl");
  course.put("all/beside/v1/a.cl");
  course.put("all/beside/b.cl");
  EXPECT_THAT(ids(course.find({"all"})), ElementsAre("beside", "mixed", "tasks"));
}

TEST(FindSubmissions, OneFolderOfMoodlesDownloadHasItsNameAndNumber) {
  const Course course;
  course.put("Schmidt Anna_100002_assignsubmission_file_/a.cl");
  const FoundSubmissions found = course.find({"Schmidt Anna_100002_assignsubmission_file_"});
  EXPECT_THAT(ids(found), ElementsAre("Schmidt_Anna_100002"));
  EXPECT_EQ(found.places[0].name, "Schmidt Anna");
}

TEST(FindSubmissions, FaultsOfTablesNameTheirLine) {
  const Course course;
  course.put("all/a/a.cl");
  course.put("all/attempts.csv", "submission,attempt,handed_in\na,1,yesterday\n");
  const auto fault = find_submissions({course.path("all")});
  EXPECT_EQ(fault.error().kind, Error::Kind::usage);
  EXPECT_THAT(fault.error().message, HasSubstr("attempts.csv, line 2: enter a time such as"));
  course.put("all/attempts.csv", "submission,attempt,handed_in\na,0,2026-11-20T14:03Z\n");
  EXPECT_THAT(find_submissions({course.path("all")}).error().message,
              HasSubstr("line 2: an attempt must be a number"));
  course.put("all/attempts.csv", "submission,attempt\n");
  EXPECT_THAT(find_submissions({course.path("all")}).error().message, HasSubstr("has no column handed_in"));
  course.put("all/attempts.csv", "submission,\"attempt\n");
  EXPECT_THAT(find_submissions({course.path("all")}).error().message,
              HasSubstr("line 1: a quote is not closed"));
}

// Folders, flat names and both packed: what is found is the same.
TEST(FindSubmissions, MoodlesDownload) {
  const std::string ada = "Ada Lovelace_12345_assignsubmission_", bob = "Bob_7_assignsubmission_file_";
  const Course course;
  course.put("folders/" + ada + "file_/src/a.cl");
  course.put("folders/" + ada + "onlinetext_/onlinetext.html");
  course.put("folders/" + bob + "/b.zip", zip_of({{"b/b.cl", "b"}}).value());
  course.put("folders/notes.txt");
  course.put("flat/" + ada + "file_a.cl");
  course.put("flat/" + ada + "file_more.cl");
  course.put("flat/" + ada + "onlinetext_onlinetext.html");
  course.put("flat/" + bob + "b.cl");
  course.put("packed.zip", zip_of({{ada + "file_/src/a.cl", "a"},
                                   {ada + "onlinetext_/onlinetext.html", "x"},
                                   {bob + "/b.cl", "b"}})
                               .value());
  course.put("packed_flat.zip",
             zip_of({{"x/" + ada + "file_a.cl", "a"}, {"x/" + bob + "b.cl", "b"}}).value());
  for (const char* name : {"folders", "flat", "packed.zip", "packed_flat.zip"}) {
    const FoundSubmissions found = course.find({name});
    ASSERT_THAT(ids(found), ElementsAre("Ada_Lovelace_12345", "Bob_7")) << name;
    EXPECT_EQ(found.places[0].name, "Ada Lovelace");
    EXPECT_EQ(found.places[0].original, ada + "file_");
    EXPECT_THAT(files_of(found.places[0]).front(), "a.cl") << name;
    EXPECT_THAT(files_of(found.places[1]), ElementsAre("b.cl")) << name;
  }
  EXPECT_THAT(files_of(course.find({"flat"}).places[0]), ElementsAre("a.cl", "more.cl"));
  EXPECT_THAT(course.find({"folders"}).notes, ElementsAre(HasSubstr("onlinetext_ was handed in beside files"),
                                                          HasSubstr("notes.txt has no name of Moodle")));
}

TEST(FindSubmissions, ADownloadOfOneStudentIsStillMoodles) {
  const Course course;
  course.put("packed.zip", zip_of({{"Ada_1_assignsubmission_file_/a.cl", "a"}}).value());
  EXPECT_THAT(ids(course.find({"packed.zip"})), ElementsAre("Ada_1"));
}

TEST(FindSubmissions, GradescopesExport) {
  const std::string metadata = R"(---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1815'
    :email: ada@example.org
  :created_at: 2026-11-20 03:17:22.123000000 Z
submission_99:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1815'
    :email: ada@example.org
  :created_at: 2026-11-19 03:17:22.123000000 Z
submission_103:
  :submitters:
  - :name: Bob
    :email: bob@example.org
  - :name: Eve
    :email: eve@example.org
  :created_at: 2026-11-20 03:17:22.123000000 Z
submission_104:
  :submitters:
  - :name: Gone
)";
  const Course course;
  std::vector<NamedBytes> packed;
  const auto put = [&](const std::string& name, const std::string& bytes) {
    course.put("export/" + name, bytes);
    packed.push_back({"assignment_1_export/" + name, bytes});
  };
  put("submission_metadata.yml", metadata);
  for (const char* name : {"submission_101", "submission_99", "submission_103", "submission_7"})
    put(name + std::string("/a.cl"), name);
  course.put("export.zip", zip_of(packed).value());
  for (const char* name : {"export", "export.zip"}) {
    const FoundSubmissions found = course.find({name});
    ASSERT_THAT(ids(found),
                ElementsAre("submission_99-attempt-1", "submission_99-attempt-2", "submission_103"))
        << name;
    EXPECT_EQ(found.places[1].original, "submission_101");
    EXPECT_EQ(found.places[1].handed_in, "2026-11-20T03:17:22Z");
    EXPECT_EQ(found.places[0].name, "Ada Lovelace");
    EXPECT_EQ(found.places[2].name, "Bob, Eve");
    EXPECT_THAT(found.places[2].members, ElementsAre("bob@example.org", "eve@example.org"));
    EXPECT_THAT(files_of(found.places[1]), ElementsAre("a.cl"));
    EXPECT_THAT(found.notes,
                ElementsAre("submission_104 is in the metadata, but not in the export, and was left out.",
                            "submission_7 is not in the metadata and was left out."));
  }
}

TEST(FindSubmissions, IdsAreUniqueAndNamesOfFiles) {
  const Course course;
  course.put("a/ada/x.cl");
  course.put("b/ada/x.cl");
  course.put("b/Ada/x.cl");
  course.put("c/.. $(x) Ö'&/x.cl");
  const FoundSubmissions found = course.find({"a/ada", "b", "c/.. $(x) Ö'&"});
  for (const SubmissionPlace& place : found.places)
    EXPECT_EQ(place.id.find_first_of(" /\\$'&()"), std::string::npos) << place.id;
  std::vector<std::string> all = ids(found);
  EXPECT_EQ(all.size(), 4u);
  EXPECT_THAT(all, testing::Contains("ada"));
  EXPECT_THAT(all, testing::Contains("Ada-2"));
  EXPECT_THAT(all, testing::Contains("ada-3"));
  EXPECT_EQ(ids(course.find({"a/ada", "b", "c/.. $(x) Ö'&"})), all);
}

TEST(FindSubmissions, NamesThatDifferInSignsAreDifferentPeople) {
  const Course course;
  for (const char* const name :
       {"b,ob-attempt-1", "b;ob-attempt-2", "b_ob-attempt-1", "b_ob-attempt-2", "b_ob-2"})
    course.put(std::string("all/") + name + "/x.cl");
  std::map<std::string, std::string> submitters;  // by what was handed in
  for (const SubmissionPlace& place : course.find({"all"}).places)
    submitters[place.original] = place.submitter;
  EXPECT_EQ(submitters["b_ob-attempt-1"], "b_ob") << "who is called so";
  EXPECT_EQ(submitters["b_ob-attempt-2"], "b_ob");
  EXPECT_EQ(submitters["b_ob-2"], "b_ob-2");
  EXPECT_EQ(submitters["b,ob-attempt-1"], "b_ob-3");
  EXPECT_EQ(submitters["b;ob-attempt-2"], "b_ob-4");
}

TEST(FindSubmissions, NothingIsAUsageError) {
  const Course course;
  course.put("empty/readme.txt");
  for (const char* name : {"no/such", "empty"}) {
    const auto found = find_submissions({course.path(name)}, FolderMeaning::many);
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().kind, Error::Kind::usage);
    EXPECT_THAT(found.error().message, HasSubstr(name));
  }
  EXPECT_FALSE(find_submissions({}));
}

TEST(FindSubmissions, ADamagedArchiveIsSomebodysSubmission) {
  const Course course;
  course.put("all/ada.zip", "PK");
  course.put("all/bob/a.cl");
  const FoundSubmissions found = course.find({"all"});
  EXPECT_THAT(ids(found), ElementsAre("ada", "bob"));
  EXPECT_FALSE(read_submission(found.places[0].source));
  EXPECT_THAT(ids(course.find({"all/ada.zip"})), ElementsAre("ada"));
}

}  // namespace
}  // namespace lockstep::assignment
