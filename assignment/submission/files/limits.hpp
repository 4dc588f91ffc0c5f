// Limits for reading submissions. Submissions may contain anything, so each limit is far above the size of an
// honest submission and far below a size that would harm the grader's machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::assignment {

// An honest submission has 1 to 20 files; a folder with builds and drafts has several hundred.
inline constexpr std::size_t kMaxFiles = 1000;

// Recordings contain the compressed buffers of a program. A recording that is too large can be made with a
// smaller n.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{32} << 20;

// The longest kernel of this project has 17 KB, and input data as text has several hundred KB.
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{4} << 20;

// The limit for all files of one submission together, so that several workers fit in the memory of a
// small machine.
inline constexpr std::uint64_t kMaxSubmissionBytes = std::uint64_t{64} << 20;

// The maximum compression ratio. Text compresses to a fifth, and tables of numbers to a twentieth;
// deflate can reach 1 : 1032, which only archive bombs use. Small files of a single repeated letter may
// have any ratio.
inline constexpr std::uint64_t kMaxRatio = 200;
inline constexpr std::uint64_t kRatioMattersFrom = std::uint64_t{1} << 20;

// Archives are read in pieces, because the archive of a course contains several hundred submissions.
inline constexpr std::uint64_t kMaxArchiveBytes = std::uint64_t{2} << 30;
inline constexpr std::size_t kMaxArchiveEntries = 200'000;

// Windows permits 260 characters in a path, and four bytes for each character are sufficient for
// every script.
inline constexpr std::size_t kMaxNameBytes = 1024;
inline constexpr std::size_t kMaxDepth = 24;

// Further notes are only counted, because an archive may contain thousands of links.
inline constexpr std::size_t kMaxNotes = 30;

}  // namespace lockstep::assignment
