#include "assignment/submission/files/write_zip.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "assignment/submission/files/file_name.hpp"
#include "core/base/files/atomic_writer.hpp"

namespace lockstep::assignment {
namespace {

constexpr uLong kNamesAreUtf8 = 1u << 11;
constexpr uLong kMadeByUnix = 3u << 8 | 20, kOrdinaryFile = 0100644ul << 16;
constexpr uLong kFirstDay = 1u << 21 | 1u << 16;  // 1980-01-01, the first date that the format permits
constexpr int kMemory = 8;                        // the default of zlib
constexpr std::size_t kMaxAtOnce = std::size_t{1} << 30;

struct Written {
  std::string bytes;
  std::size_t at = 0;
};
Written& written_of(voidpf stream) { return *static_cast<Written*>(stream); }

zlib_filefunc64_def functions_into(Written& written) {
  zlib_filefunc64_def functions{};
  functions.opaque = &written;
  functions.zopen64_file = [](voidpf opaque, const void*, int) -> voidpf { return opaque; };
  functions.zread_file = [](voidpf, voidpf, void*, uLong) -> uLong { return 0; };
  functions.zwrite_file = [](voidpf, voidpf stream, const void* from, uLong count) -> uLong {
    Written& to = written_of(stream);
    to.bytes.resize(std::max(to.bytes.size(), to.at + count));
    std::memcpy(to.bytes.data() + to.at, from, count);
    to.at += count;
    return count;
  };
  functions.ztell64_file = [](voidpf, voidpf stream) -> ZPOS64_T { return written_of(stream).at; };
  functions.zseek64_file = [](voidpf, voidpf stream, ZPOS64_T offset, int origin) -> long {
    Written& to = written_of(stream);
    to.at = static_cast<std::size_t>(offset) + (origin == ZLIB_FILEFUNC_SEEK_CUR   ? to.at
                                                : origin == ZLIB_FILEFUNC_SEEK_END ? to.bytes.size()
                                                                                   : 0);
    return 0;
  };
  functions.zclose_file = [](voidpf, voidpf) -> int { return 0; };
  functions.zerror_file = [](voidpf, voidpf) -> int { return 0; };
  return functions;
}

bool add_to_zip(zipFile zip, const NamedBytes& file) {
  zip_fileinfo info{};
  info.dosDate = kFirstDay;
  info.external_fa = kOrdinaryFile;
  const bool is_large = file.bytes.size() >= 0xffffffffu;
  if (zipOpenNewFileInZip4_64(zip, file.path.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                              Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, kMemory, Z_DEFAULT_STRATEGY, nullptr, 0,
                              kMadeByUnix, kNamesAreUtf8, is_large ? 1 : 0) != ZIP_OK)
    return false;
  for (std::string_view rest = file.bytes; !rest.empty();) {
    const std::size_t count = std::min(rest.size(), kMaxAtOnce);
    if (zipWriteInFileInZip(zip, rest.data(), static_cast<unsigned>(count)) != ZIP_OK) return false;
    rest.remove_prefix(count);
  }
  return zipCloseFileInZip(zip) == ZIP_OK;
}

Result<void> check_names(const std::vector<NamedBytes>& files) {
  std::set<std::string> paths;
  for (const NamedBytes& file : files) {
    const FileName name = read_file_name(file.path);
    if (name.kind == FileName::Kind::refused || (name.kind == FileName::Kind::good && name.path != file.path))
      return failure(
          fmt::format("{} cannot be the name of a file in an archive: use a path of visible characters in "
                      "UTF-8 with '/'.",
                      shown_name(file.path)));
    if (!paths.insert(file.path).second)
      return failure(fmt::format("{} occurs twice among the files of the archive.", shown_name(file.path)));
  }
  return {};
}

}  // namespace

Result<std::string> zip_of(const std::vector<NamedBytes>& files) {
  if (auto good = check_names(files); !good) return tl::unexpected(good.error());
  Written written;
  zlib_filefunc64_def functions = functions_into(written);
  zipFile zip = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
  if (zip == nullptr) return failure("There is not enough memory to write an archive.");
  const bool is_complete =
      std::ranges::all_of(files, [&](const NamedBytes& file) { return add_to_zip(zip, file); });
  if (zipClose(zip, nullptr) != ZIP_OK || !is_complete)
    return failure("There is not enough memory to write an archive.");
  return std::move(written.bytes);
}

Result<void> write_zip(const std::string& path, const std::vector<NamedBytes>& files) {
  const Result<std::string> bytes = zip_of(files);
  if (!bytes) return tl::unexpected(bytes.error());
  return write_atomically(path, *bytes);
}

}  // namespace lockstep::assignment
