// Limits for reading submissions. Submissions may contain anything, so each limit is far above honest work
// and far below an amount that would harm the grader's machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::assignment {

// An honest submission has 1 to 20 files; a folder with builds and drafts has several hundred.
inline constexpr std::size_t kMaxFiles = 1000;

// Recordings contain the buffers of a program, compressed. A smaller n reduces larger recordings.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{32} << 20;

// The longest kernel of this project has 17 KB; input data as text has several hundred KB.
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{4} << 20;

// The total of all files of one submission: several workers then fit into the memory of a small machine.
inline constexpr std::uint64_t kMaxSubmissionBytes = std::uint64_t{64} << 20;

// Text compresses to a fifth, tables of numbers to a twentieth; deflate can reach 1 : 1032, which only bombs
// use. Small files of a single repeated letter may have any ratio.
inline constexpr std::uint64_t kMaxRatio = 200;
inline constexpr std::uint64_t kRatioMattersFrom = std::uint64_t{1} << 20;

// Archives are read in pieces; the archive of a course contains several hundred submissions.
inline constexpr std::uint64_t kMaxArchiveBytes = std::uint64_t{2} << 30;
inline constexpr std::size_t kMaxArchiveEntries = 200'000;

// Windows permits 260 characters in a path; four bytes each are sufficient for every script.
inline constexpr std::size_t kMaxNameBytes = 1024;
inline constexpr std::size_t kMaxDepth = 24;

// Further notes are counted, not written: an archive may contain thousands of links.
inline constexpr std::size_t kMaxNotes = 30;

}  // namespace lockstep::assignment
