#include "core/recording/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"
#include "core/recording/gzip.hpp"
#include "core/recording/index.hpp"

namespace lockstep {
namespace {

constexpr std::string_view kMagic = "lockstep-recording ";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kLongestLine = 64;
constexpr unsigned kDeepest = 8;  // the index has fewer nested levels
constexpr std::size_t kReadAtOnce = std::size_t{1} << 20;

std::optional<std::uint64_t> parse_digits(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// A size is not trusted until its bytes have been read, so memory only grows as the file is read.
template <class Bytes>
Result<Bytes> read_bytes(GzipReader& stream, std::uint64_t size) {
  Bytes bytes;
  while (bytes.size() < size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min<std::uint64_t>(kReadAtOnce, size - before));
    auto* const to = reinterpret_cast<char*>(bytes.data()) + before;
    if (auto got = stream.read({to, bytes.size() - before}); !got) return tl::unexpected(got.error());
  }
  return bytes;
}

Result<void> check_version(GzipReader& stream) {
  const Result<std::string> line = stream.read_line(kLongestLine);
  if (!line || !line->starts_with(kMagic)) return failure("is not a recording of Lockstep");
  const auto version = parse_digits(std::string_view(*line).substr(kMagic.size()));
  if (!version || *version == 0) return failure("is damaged");
  if (*version > kVersion)
    return failure(
        fmt::format("was made by a newer Lockstep (version {} of the format; this program reads up to "
                    "version {}); update Lockstep to open it",
                    *version, kVersion));
  return {};
}

Result<IndexJson> read_json(GzipReader& stream, const RecordingLimits& limits) {
  const Result<std::string> line = stream.read_line(kLongestLine);
  if (!line) return tl::unexpected(line.error());
  const auto size = parse_digits(*line);
  if (!size) return failure("is damaged");
  if (*size > limits.index_bytes)
    return failure(fmt::format("has an index of {}; at most {} are read", bytes_text(*size),
                               bytes_text(limits.index_bytes)));
  const Result<std::string> text = read_bytes<std::string>(stream, *size);
  if (!text) return tl::unexpected(text.error());
  ParsedJson<IndexJson> json = parse_json<IndexJson>(*text, kDeepest);
  if (!json) return failure("is damaged: its index is not JSON as expected: " + json.error().text());
  return std::move(*json);
}

Result<std::vector<SharedBytes>> read_blobs(GzipReader& stream, const IndexJson& json,
                                            const RecordingLimits& limits) {
  const auto sizes = read_blob_sizes(json);
  if (!sizes) return tl::unexpected(sizes.error());
  std::uint64_t rest = limits.data_bytes;
  for (const std::uint64_t size : *sizes) {
    if (size > rest)
      return failure(fmt::format("contains more than {} of data, the limit for recordings",
                                 bytes_text(limits.data_bytes)));
    rest -= size;
  }
  std::vector<SharedBytes> blobs;
  for (const std::uint64_t size : *sizes) {
    auto bytes = read_bytes<std::vector<std::byte>>(stream, size);
    if (!bytes) return tl::unexpected(bytes.error());
    blobs.push_back(std::make_shared<const std::vector<std::byte>>(std::move(*bytes)));
  }
  return blobs;
}

Result<Recording> read_stream(std::istream& from, const RecordingLimits& limits) {
  GzipReader stream(from);
  if (auto known = check_version(stream); !known) return tl::unexpected(known.error());
  const Result<IndexJson> json = read_json(stream, limits);
  if (!json) return tl::unexpected(json.error());
  const auto blobs = read_blobs(stream, *json, limits);
  if (!blobs) return tl::unexpected(blobs.error());
  if (auto ended = stream.expect_end(); !ended) return tl::unexpected(ended.error());
  Result<Recording> recording = read_index(*json, *blobs);
  if (!recording) return recording;
  if (auto valid = validate(recording->plan); !valid)
    return failure(fmt::format("is damaged: {}", valid.error().message));
  return recording;
}

}  // namespace

Result<void> write_recording(const Recording& recording, const std::string& path) {
  if (auto valid = validate(recording.plan); !valid) return valid;
  BlobList blobs;
  IndexJson json = index_json(recording, blobs);
  json["blobs"] = IndexJson::array();
  std::uint64_t total = 0;
  for (const std::string_view blob : blobs.all()) {
    json["blobs"].push_back(blob.size());
    total += blob.size();
  }
  const std::string index = json_line(json);
  const RecordingLimits limits;
  if (index.size() > limits.index_bytes || total > limits.data_bytes)
    return failure(fmt::format(
        "A recording of {} launches with {} of data is larger than can be read again (an index of "
        "{}, {} of data); record fewer of its launches, or a smaller problem.",
        recording.plan.launches.size(), bytes_text(total), bytes_text(limits.index_bytes),
        bytes_text(limits.data_bytes)));
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return tl::unexpected(file.error());
  GzipWriter stream([&](std::string_view piece) { return file->write(piece); });
  auto written = stream.write(fmt::format("{}{}\n{}\n", kMagic, kVersion, index.size()));
  if (written) written = stream.write(index);
  for (const std::string_view blob : blobs.all())
    if (written) written = stream.write(blob);
  if (written) written = stream.finish();
  return written.and_then([&] { return file->commit(); });
}

Result<Recording> read_recording(std::istream& stream, const std::string& name,
                                 const RecordingLimits& limits) {
  Result<Recording> recording = read_stream(stream, limits);
  if (recording) return recording;
  std::string message = recording.error().message;
  if (!message.ends_with('.')) message += '.';
  return usage_error(fmt::format("{} {}", name, message));
}

Result<Recording> read_recording(const std::string& path, const RecordingLimits& limits) {
  if (const auto size = measure_file(path, kAnySize); !size) return usage_error(size.error().message);
  std::ifstream file(system_path(path), std::ios::binary);
  if (!file) return usage_error(fmt::format("Cannot open {}: check the path and its permissions.", path));
  return read_recording(file, path, limits);
}

}  // namespace lockstep
