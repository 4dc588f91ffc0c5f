// How much of what was handed in is read. Anybody may hand in anything, so each number is far above honest
// work and far below what would harm the machine of the person who grades.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::assignment {

// An honest submission has 1 to 20 files; a folder with builds and drafts has some hundreds.
inline constexpr std::size_t kMaxFiles = 1000;

// Recordings hold the buffers of a program, compressed. Larger ones are reduced by a smaller n.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{32} << 20;

// The longest kernel of this project has 17 KB; input data as text has some hundred KB.
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{4} << 20;

// Of all files of one submission together: with it, several workers fit into the memory of a small machine.
inline constexpr std::uint64_t kMaxSubmissionBytes = std::uint64_t{64} << 20;

// Text compresses to a fifth, tables of numbers to a twentieth; deflate can reach 1 : 1032, which only bombs
// use. Small files of a single letter may be any ratio.
inline constexpr std::uint64_t kMaxRatio = 200;
inline constexpr std::uint64_t kRatioMattersFrom = std::uint64_t{1} << 20;

// Archives are read piece by piece; that of a course holds some hundred submissions.
inline constexpr std::uint64_t kMaxArchiveBytes = std::uint64_t{2} << 30;
inline constexpr std::size_t kMaxArchiveEntries = 200'000;

// Windows allows 260 characters in a path; four bytes each are enough for every script.
inline constexpr std::size_t kMaxNameBytes = 1024;
inline constexpr std::size_t kMaxDepth = 24;

// More sentences are counted, not written: an archive may hold thousands of links.
inline constexpr std::size_t kMaxNotes = 30;

}  // namespace lockstep::assignment
