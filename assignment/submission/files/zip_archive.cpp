#include "assignment/submission/files/zip_archive.hpp"

#include <fmt/format.h>
#include <unzip.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/limits.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::size_t kPiece = std::size_t{64} << 10;

constexpr std::string_view kMarkOfEnd = "PK\5\6";
constexpr std::uint64_t kBytesOfEnd = 22, kMaxCommentBytes = 0xffff;

// The source from which the library reads: a file on disk, or bytes.
class ZipBytes {
 public:
  explicit ZipBytes(std::string bytes) : bytes_(std::move(bytes)), size_(bytes_.size()) {}
  ZipBytes(const std::string& path, std::uint64_t size)
      : file_(system_path(path), std::ios::binary), size_(file_.is_open() ? size : 0) {}

  std::size_t read(char* to, std::size_t count) {
    std::size_t done = 0;
    while (done < count && at_ < size_) {
      if (at_ < begin_ || at_ - begin_ >= bytes_.size()) load();
      if (at_ - begin_ >= bytes_.size()) break;  // the file has become shorter
      const auto offset = static_cast<std::size_t>(at_ - begin_);
      const std::size_t piece = std::min(count - done, bytes_.size() - offset);
      std::memcpy(to + done, bytes_.data() + offset, piece);
      done += piece;
      at_ += piece;
    }
    return done;
  }

  std::uint64_t position() const { return at_; }

  std::uint64_t size() const { return size_; }

  // Whether the end of the archive is complete. The library accepts a truncated archive, and reads zeros for
  // the missing bytes.
  bool has_whole_end() {
    std::string tail(static_cast<std::size_t>(std::min(size_, kBytesOfEnd + kMaxCommentBytes)), '\0');
    at_ = size_ - tail.size();
    if (read(tail.data(), tail.size()) != tail.size()) return false;
    const std::size_t end = tail.rfind(kMarkOfEnd);
    return end != tail.npos && tail.size() - end >= kBytesOfEnd;
  }

  bool seek(std::uint64_t offset, int origin) {
    const std::uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? at_
                               : origin == ZLIB_FILEFUNC_SEEK_END ? size_
                                                                  : 0;
    if (offset > size_ - from) return false;
    at_ = from + offset;
    return true;
  }

 private:
  // The library reads single bytes, so the file is read in pieces.
  void load() {
    bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, size_ - at_)));
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at_));
    file_.read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    bytes_.resize(static_cast<std::size_t>(file_.gcount()));
    begin_ = at_;
  }

  std::string bytes_;  // all bytes, or the piece of the file that begins at begin_
  std::ifstream file_;
  std::uint64_t size_ = 0, at_ = 0, begin_ = 0;
};

ZipBytes& bytes_of(voidpf stream) { return *static_cast<ZipBytes*>(stream); }

zlib_filefunc64_def functions_for(ZipBytes& bytes) {
  zlib_filefunc64_def functions{};
  functions.opaque = &bytes;
  functions.zopen64_file = [](voidpf opaque, const void*, int) -> voidpf { return opaque; };
  functions.zread_file = [](voidpf, voidpf stream, void* to, uLong count) -> uLong {
    return static_cast<uLong>(bytes_of(stream).read(static_cast<char*>(to), count));
  };
  functions.zwrite_file = [](voidpf, voidpf, const void*, uLong) -> uLong { return 0; };
  functions.ztell64_file = [](voidpf, voidpf stream) -> ZPOS64_T { return bytes_of(stream).position(); };
  functions.zseek64_file = [](voidpf, voidpf stream, ZPOS64_T offset, int origin) -> long {
    return bytes_of(stream).seek(offset, origin) ? 0 : -1;
  };
  functions.zclose_file = [](voidpf, voidpf) -> int { return 0; };
  functions.zerror_file = [](voidpf, voidpf) -> int { return 0; };
  return functions;
}

// Whether an archive contains Unix file modes; the upper byte of "version made by" names its system.
bool has_unix_modes(uLong version) { return version >> 8 == 3 || version >> 8 == 19; }
constexpr uLong kFolderOfDos = 0x10, kIsEncrypted = 1;

std::string refusal_of(const unz_file_info64& info) {
  constexpr uLong kKind = 0170000, kFile = 0100000, kFolder = 0040000, kLink = 0120000;
  const uLong kind = has_unix_modes(info.version) ? info.external_fa >> 16 & kKind : 0;
  if (kind == kLink) return "is a link";
  if (kind != 0 && kind != kFile && kind != kFolder) return "is a device or a pipe";
  if ((info.flag & kIsEncrypted) != 0) return "is encrypted";
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
    return "is compressed with a method that is not supported (zip method " +
           std::to_string(info.compression_method) + ")";
  return "";
}

}  // namespace

struct ZipArchive::Impl {
  explicit Impl(ZipBytes the_bytes, std::string the_name)
      : bytes(std::move(the_bytes)), what(std::move(the_name)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (zip != nullptr) unzClose(zip);
  }

  bool open() {
    zlib_filefunc64_def functions = functions_for(bytes);
    zip = unzOpen2_64("", &functions);
    return zip != nullptr;
  }

  // Adds the current entry. Returns false if the list of entries is damaged.
  bool add_current_entry() {
    unz_file_info64 info{};
    std::string name(kMaxNameBytes + 2, '\0');
    unz64_file_pos place{};
    if (unzGetCurrentFileInfo64(zip, &info, name.data(), kMaxNameBytes + 1, nullptr, 0, nullptr, 0) !=
            UNZ_OK ||
        unzGetFilePos64(zip, &place) != UNZ_OK)
      return false;
    name.resize(std::min<std::size_t>(info.size_filename, kMaxNameBytes + 1));
    Entry entry{std::move(name),  info.uncompressed_size,     info.compressed_size, false,
                refusal_of(info), place.pos_in_zip_directory, place.num_of_file};
    entry.is_folder = entry.name.ends_with('/') || entry.name.ends_with('\\') ||
                      ((info.external_fa & kFolderOfDos) != 0 && entry.bytes == 0);
    entries.push_back(std::move(entry));
    return true;
  }

  ZipBytes bytes;
  std::string what;
  unzFile zip = nullptr;
  std::vector<Entry> entries;
};

ZipArchive::ZipArchive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

Result<ZipArchive> ZipArchive::open(const std::string& path) {
  const auto size = measure_file(path, kMaxArchiveBytes);
  if (!size) return tl::unexpected(size.error());
  return read_list(std::make_unique<Impl>(ZipBytes(path, *size), path));
}

Result<ZipArchive> ZipArchive::from_bytes(std::string bytes, const std::string& what) {
  return read_list(std::make_unique<Impl>(ZipBytes(std::move(bytes)), what));
}

Result<ZipArchive> ZipArchive::read_list(std::unique_ptr<Impl> impl) {
  const auto damaged = [&] {
    return failure(impl->what +
                   " is not a complete zip archive: it is damaged or cut off. Hand it in again.");
  };
  if (!impl->bytes.has_whole_end()) return damaged();
  // An archive without entries consists only of its end record, which the library does not find at the
  // beginning of a file.
  if (impl->bytes.size() == kBytesOfEnd) return ZipArchive(std::move(impl));
  if (!impl->open()) return damaged();
  unz_global_info64 facts{};
  if (unzGetGlobalInfo64(impl->zip, &facts) != UNZ_OK) return damaged();
  int status = facts.number_entry == 0 ? UNZ_END_OF_LIST_OF_FILE : unzGoToFirstFile(impl->zip);
  while (status == UNZ_OK) {
    if (impl->entries.size() == kMaxArchiveEntries)
      return failure(fmt::format("{} has more than {} entries and was not read.", impl->what,
                                 count_text(kMaxArchiveEntries)));
    if (!impl->add_current_entry()) return damaged();
    status = unzGoToNextFile(impl->zip);
  }
  if (status != UNZ_END_OF_LIST_OF_FILE) return damaged();
  return ZipArchive(std::move(impl));
}

const std::vector<ZipArchive::Entry>& ZipArchive::entries() const { return impl_->entries; }

Result<std::string> ZipArchive::read(const Entry& entry, std::uint64_t most) {
  if (!entry.refusal.empty()) return failure(entry.refusal);
  if (entry.bytes > most) return failure(fmt::format("has more than {}", bytes_text(most)));
  if (entry.bytes > kRatioMattersFrom && entry.bytes / kMaxRatio > entry.packed_bytes)
    return failure("is compressed so strongly that it could be an archive bomb");
  unz64_file_pos place{entry.position, entry.number};
  if (unzGoToFilePos64(impl_->zip, &place) != UNZ_OK || unzOpenCurrentFile(impl_->zip) != UNZ_OK)
    return failure("is damaged");
  std::string bytes;
  int got = 0;
  do {
    const std::size_t used = bytes.size();
    bytes.resize(used + kPiece);
    got = unzReadCurrentFile(impl_->zip, bytes.data() + used, static_cast<unsigned>(kPiece));
    bytes.resize(used + static_cast<std::size_t>(std::max(got, 0)));
  } while (got > 0 && bytes.size() <= entry.bytes);
  // Closing the entry verifies the checksum.
  const bool is_whole = unzCloseCurrentFile(impl_->zip) == UNZ_OK && got >= 0 && bytes.size() == entry.bytes;
  if (!is_whole) return failure("is damaged");
  return bytes;
}

}  // namespace lockstep::assignment
