#include "core/recording/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <istream>

namespace lockstep {
namespace {

constexpr int kGzip = 15 + 16;  // the largest window, with gzip's header
constexpr int kLevel = 3;       // four fifths of the best compression, in a third of its time
constexpr std::size_t kGzipPiece = std::size_t{1} << 16;
constexpr std::size_t kMaxAtOnce = std::size_t{1} << 30;  // zlib counts in unsigned int

Bytef* bytes_of(char* text) { return reinterpret_cast<Bytef*>(text); }

}  // namespace

struct GzipWriter::Stream {
  z_stream z{};
  bool is_ready = false;
  std::array<char, kGzipPiece> out{};
};

GzipWriter::GzipWriter(std::function<Result<void>(std::string_view)> write)
    : write_(std::move(write)), stream_(std::make_unique<Stream>()) {
  stream_->is_ready = deflateInit2(&stream_->z, kLevel, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipWriter::~GzipWriter() {
  if (stream_->is_ready) deflateEnd(&stream_->z);
}

Result<void> GzipWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kMaxAtOnce);
    if (auto written = deflate(piece, false); !written) return written;
    bytes.remove_prefix(piece.size());
  }
  return {};
}

Result<void> GzipWriter::finish() { return deflate({}, true); }

Result<void> GzipWriter::deflate(std::string_view bytes, bool is_last) {
  if (!stream_->is_ready) return failure("There is not enough memory to compress the recording.");
  z_stream& z = stream_->z;
  std::string unused;  // zlib's input pointer is not const and must not be null
  z.next_in = bytes_of(bytes.empty() ? unused.data() : const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  do {
    z.next_out = bytes_of(stream_->out.data());
    z.avail_out = static_cast<uInt>(stream_->out.size());
    ::deflate(&z, is_last ? Z_FINISH : Z_NO_FLUSH);
    const std::size_t made = stream_->out.size() - z.avail_out;
    if (made == 0) break;
    if (auto written = write_({stream_->out.data(), made}); !written) return written;
  } while (z.avail_out == 0);
  return {};
}

struct GzipReader::Stream {
  z_stream z{};
  bool is_ready = false, has_ended = false;
  std::array<char, kGzipPiece> in{};
};

GzipReader::GzipReader(std::istream& from) : from_(from), stream_(std::make_unique<Stream>()) {
  stream_->is_ready = inflateInit2(&stream_->z, kGzip) == Z_OK;
}

GzipReader::~GzipReader() {
  if (stream_->is_ready) inflateEnd(&stream_->z);
}

Result<std::size_t> GzipReader::read_some(std::span<char> to) {
  if (!stream_->is_ready) return failure("needs more memory than is available");
  z_stream& z = stream_->z;
  z.next_out = bytes_of(to.data());
  z.avail_out = static_cast<uInt>(std::min(to.size(), kMaxAtOnce));
  const std::size_t wanted = z.avail_out;
  while (!stream_->has_ended && z.avail_out == wanted) {
    if (z.avail_in == 0) {
      from_.read(stream_->in.data(), static_cast<std::streamsize>(stream_->in.size()));
      z.next_in = bytes_of(stream_->in.data());
      z.avail_in = static_cast<uInt>(from_.gcount());
      if (z.avail_in == 0) return failure("is cut off");
    }
    const int status = inflate(&z, Z_NO_FLUSH);
    stream_->has_ended = status == Z_STREAM_END;
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return failure("is damaged");
  }
  return wanted - z.avail_out;
}

Result<void> GzipReader::read(std::span<char> to) {
  while (!to.empty()) {
    const Result<std::size_t> got = read_some(to);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return failure("ends too early");
    to = to.subspan(*got);
  }
  return {};
}

Result<std::string> GzipReader::read_line(std::size_t longest) {
  std::string line;
  for (;;) {
    char next = 0;
    if (auto got = read({&next, 1}); !got) return tl::unexpected(got.error());
    if (next == '\n') return line;
    if (line.size() == longest) return failure("is damaged");
    line += next;
  }
}

Result<void> GzipReader::expect_end() {
  char more = 0;
  const Result<std::size_t> got = read_some({&more, 1});
  if (!got) return tl::unexpected(got.error());
  if (*got != 0 || stream_->z.avail_in != 0 || from_.peek() != std::istream::traits_type::eof())
    return failure("has more data than its index says");
  return {};
}

}  // namespace lockstep
