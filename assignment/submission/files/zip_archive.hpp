// Reads zip archives in memory. Nothing is extracted to disk.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep::assignment {

class ZipArchive {
 public:
  struct Entry {
    std::string name;  // name in the archive: any bytes, truncated to kMaxNameBytes
    std::uint64_t bytes = 0, packed_bytes = 0;
    bool is_folder = false;
    std::string refusal;  // why it cannot be read, as the end of a sentence: "is a link"; else empty
    std::uint64_t position = 0, number = 0;
  };

  // Opens an archive. The Error is a sentence that names the archive. The file may be the archive of a whole
  // course, so it remains on disk, and only the entries that are read are loaded.
  static Result<ZipArchive> open(const std::string& path);
  // `what` is the name of the archive in errors.
  static Result<ZipArchive> from_bytes(std::string bytes, const std::string& what);
  ZipArchive(ZipArchive&&) noexcept;
  ZipArchive& operator=(ZipArchive&&) = delete;
  ~ZipArchive();

  const std::vector<Entry>& entries() const;
  // Reads an entry of at most `most` bytes and verifies its checksum. The Error is the end of a sentence:
  // "is damaged".
  Result<std::string> read(const Entry& entry, std::uint64_t most);

 private:
  struct Impl;
  static Result<ZipArchive> read_list(std::unique_ptr<Impl> impl);
  explicit ZipArchive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::assignment
