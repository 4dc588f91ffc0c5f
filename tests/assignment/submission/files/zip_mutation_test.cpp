// Thousands of damaged archives: none ends the process, none takes more memory than the limits allow, and
// what is read of them has the right checksum.
#include <gtest/gtest.h>

#include <random>

#include "assignment/submission/files/gather.hpp"
#include "assignment/submission/files/limits.hpp"
#include "assignment/submission/files/write_zip.hpp"
#include "tests/assignment/peak_memory.hpp"
#include "tests/assignment/submission/files/zip_making.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::size_t kMutants = 6000;

std::vector<std::string> seeds() {
  return {
      made_zip({{"a.cl", "kernel"}, {"src/b.cl", std::string(300, 'b')}, {"link", "x", 0120777}}),
      zip_of({{"a.cl", std::string(5000, 'a')}, {"src/b.cl", "int x;\n"}, {"c.bin", std::string(64, '\0')}})
          .value(),
      overlapping_zip(5, 2000)};
}

class ZipMutator {
 public:
  explicit ZipMutator(unsigned seed) : random_(seed) {}

  std::string mutate(std::string zip) {
    for (std::size_t times = 1 + below(4); times > 0; --times) change(zip);
    return zip;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void change(std::string& zip) {
    const std::size_t at = below(zip.size());
    const std::size_t length = std::min(zip.size() - at, 1 + below(40));
    switch (below(7)) {
      case 0:
        if (!zip.empty()) zip[at] = static_cast<char>(zip[at] ^ (1 << below(8)));
        break;
      case 1:
        if (!zip.empty()) zip[at] = static_cast<char>(below(256));
        break;
      case 2:
        zip.erase(at, length);
        break;
      case 3:
        zip.insert(at, zip.substr(below(zip.size() + 1), length));
        break;
      case 4:
        for (std::size_t i = at; i < zip.size() && i < at + 4; ++i) zip[i] = '\xff';
        break;
      case 5:
        zip.resize(at);
        break;
      default:  // one of the numbers of the end or of a header
        for (const char* mark : {"PK\1\2", "PK\3\4", "PK\5\6"}) {
          const std::size_t header = zip.find(mark, below(zip.size()));
          if (header == zip.npos) continue;
          const std::size_t field = header + 4 + below(42);
          if (field < zip.size()) zip[field] = static_cast<char>(below(256));
        }
    }
  }

  std::mt19937 random_;
};

TEST(ZipMutants, NeverCrashAndStayWithinTheLimits) {
  const std::uint64_t before = peak_bytes();
  ZipMutator mutator(1);
  std::size_t opened = 0, refused = 0, files = 0;
  const std::vector<std::string> all = seeds();
  for (std::size_t i = 0; i < kMutants; ++i) {
    Result<ZipArchive> archive = ZipArchive::from_bytes(mutator.mutate(all[i % all.size()]), "x.zip");
    Result<Gathered> gathered = archive ? gather_zip(*archive, "x.zip", "") : tl::unexpected(archive.error());
    if (!gathered) {
      EXPECT_FALSE(gathered.error().message.empty());
      ++refused;
      continue;
    }
    ++opened;
    std::uint64_t bytes = 0;
    for (const NamedBytes& file : gathered->files) bytes += file.bytes.size();
    files += gathered->files.size();
    EXPECT_LE(bytes, kMaxSubmissionBytes);
    EXPECT_LE(gathered->notes.size(), kMaxNotes + 1);
  }
  EXPECT_GT(opened, kMutants / 10) << "the mutants must not all fail at the first byte";
  EXPECT_GT(refused, kMutants / 10);
  EXPECT_GT(files, opened);
  EXPECT_LE(peak_bytes() - before, 2 * kMaxFileBytes);
}

}  // namespace
}  // namespace lockstep::assignment
