#include "core/packed_text/packed_text.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int kRawDeflate = -15;  // the largest window, without a header and without a checksum
constexpr std::size_t kPiece = std::size_t{1} << 14;

Bytef* bytes_of(const char* text) { return reinterpret_cast<Bytef*>(const_cast<char*>(text)); }

std::string to_letters(std::string_view bytes) {
  std::string letters;
  std::uint32_t bits = 0, count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) letters += kLetters[(bits >> (count - 6)) & 63];
  }
  if (count > 0) letters += kLetters[(bits << (6 - count)) & 63];
  return letters;
}

Result<std::string> to_bytes(std::string_view letters) {
  std::string bytes;
  std::uint32_t bits = 0, count = 0;
  for (const char letter : letters) {
    const std::size_t value = kLetters.find(letter);
    if (value == kLetters.npos) return failure("contains a character that is not valid in a link");
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 255);
  }
  return bytes;
}

std::string deflated(std::string_view text, std::string_view dictionary) {
  z_stream z{};
  if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, kRawDeflate, 9, Z_DEFAULT_STRATEGY) != Z_OK) return "";
  deflateSetDictionary(&z, bytes_of(dictionary.data()), static_cast<uInt>(dictionary.size()));
  std::string made(deflateBound(&z, static_cast<uLong>(text.size())), '\0');
  z.next_in = bytes_of(text.data());
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = bytes_of(made.data());
  z.avail_out = static_cast<uInt>(made.size());
  const bool is_whole = deflate(&z, Z_FINISH) == Z_STREAM_END;
  made.resize(is_whole ? made.size() - z.avail_out : 0);
  deflateEnd(&z);
  return made;
}

Result<std::string> inflated(std::string_view bytes, std::string_view dictionary) {
  z_stream z{};
  if (inflateInit2(&z, kRawDeflate) != Z_OK) return failure("needs more memory than is available");
  inflateSetDictionary(&z, bytes_of(dictionary.data()), static_cast<uInt>(dictionary.size()));
  z.next_in = bytes_of(bytes.data());
  z.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  std::array<char, kPiece> piece{};
  int status = Z_OK;
  while (status == Z_OK && text.size() <= kMaxPackedBytes) {
    z.next_out = bytes_of(piece.data());
    z.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&z, Z_NO_FLUSH);
    text.append(piece.data(), piece.size() - z.avail_out);
  }
  const bool is_whole = status == Z_STREAM_END && z.avail_in == 0;
  inflateEnd(&z);
  if (text.size() > kMaxPackedBytes)
    return failure(fmt::format("holds more than {}", bytes_text(kMaxPackedBytes)));
  if (is_whole) return text;
  return failure(status == Z_BUF_ERROR ? "is cut off" : "is damaged");
}

}  // namespace

Result<std::string> pack_text(std::string_view text, std::string_view dictionary) {
  if (text.size() > kMaxPackedBytes)
    return failure(fmt::format("the text has more than {}", bytes_text(kMaxPackedBytes)));
  std::string letters = to_letters(static_cast<char>(kPackedVersion) + deflated(text, dictionary));
  if (letters.size() > kMaxPackedLetters) return failure("the text is too long for a link");
  return letters;
}

Result<std::string> unpack_text(std::string_view letters, std::string_view dictionary) {
  if (letters.size() > kMaxPackedLetters) return failure("is too long");
  auto bytes = to_bytes(letters);
  if (!bytes) return bytes;
  if (bytes->size() < 2) return failure("is cut off");
  const unsigned version = static_cast<unsigned char>(bytes->front());
  if (version == 0 || version > 16) return failure("is damaged");
  if (version != kPackedVersion)
    return failure(
        fmt::format("was made by a newer Lockstep (its form is {}, and this program reads form {})", version,
                    unsigned{kPackedVersion}));
  return inflated(std::string_view(*bytes).substr(1), dictionary);
}

bool looks_packed(std::string_view letters) {
  return letters.size() >= 3 && letters.find_first_not_of(kLetters) == letters.npos;
}

}  // namespace lockstep
