// Writes and reads one gzip stream, piece by piece.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

class GzipWriter {
 public:
  explicit GzipWriter(std::function<Result<void>(std::string_view)> write);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  Result<void> write(std::string_view bytes);
  Result<void> finish();

 private:
  struct Stream;
  Result<void> deflate(std::string_view bytes, bool is_last);
  std::function<Result<void>(std::string_view)> write_;
  std::unique_ptr<Stream> stream_;
};

// The Errors say what is wrong with the stream, as the end of a sentence: "is cut off".
class GzipReader {
 public:
  explicit GzipReader(std::istream& from);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  // Reads exactly enough bytes to fill `to`.
  Result<void> read(std::span<char> to);
  // Reads up to the next line end, which is not part of the result. A line that is too long is an Error.
  Result<std::string> read_line(std::size_t longest);
  // Checks that the stream ends at this point and that its checksum is right.
  Result<void> expect_end();

 private:
  struct Stream;
  Result<std::size_t> read_some(std::span<char> to);  // 0 at the end of the stream
  std::istream& from_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace lockstep
