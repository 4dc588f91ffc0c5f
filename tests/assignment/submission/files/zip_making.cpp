#include "tests/assignment/submission/files/zip_making.hpp"

#include <zlib.h>

namespace lockstep::assignment {
namespace {

void put(std::string& to, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

std::uint32_t checksum(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

// The part that both headers of an entry have.
struct Header {
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0, packed = 0, size = 0;
  std::size_t name_bytes = 0;

  void put_into(std::string& to) const {
    put(to, flags, 2);
    put(to, method, 2);
    put(to, 0x00210000, 4);
    put(to, crc, 4);
    put(to, packed, 4);
    put(to, size, 4);
    put(to, name_bytes, 2);
    put(to, 0, 2);
  }
};

class ZipMaker {
 public:
  std::uint32_t add_local(const Header& header, const std::string& name, const std::string& data) {
    const auto offset = static_cast<std::uint32_t>(zip_.size());
    put(zip_, 0x04034b50, 4);
    put(zip_, 20, 2);
    header.put_into(zip_);
    zip_ += name + data;
    return offset;
  }
  void add_central(const Header& header, const std::string& name, std::uint32_t mode, std::uint32_t offset) {
    put(list_, 0x02014b50, 4);
    put(list_, 3u << 8 | 20, 2);
    put(list_, 20, 2);
    header.put_into(list_);
    put(list_, 0, 6);
    put(list_, std::uint64_t{mode} << 16, 4);
    put(list_, offset, 4);
    list_ += name;
    ++count_;
  }
  std::string finish() {
    const std::size_t offset = zip_.size();
    zip_ += list_;
    put(zip_, 0x06054b50, 4);
    put(zip_, 0, 4);
    put(zip_, count_, 2);
    put(zip_, count_, 2);
    put(zip_, list_.size(), 4);
    put(zip_, offset, 4);
    put(zip_, 0, 2);
    return zip_;
  }

 private:
  std::string zip_, list_;
  std::size_t count_ = 0;
};

std::string deflated_zeros(std::size_t bytes) {
  const std::string zeros(bytes, '\0');
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&z, static_cast<uLong>(bytes)), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zeros.data()));
  z.avail_in = static_cast<uInt>(bytes);
  z.next_out = reinterpret_cast<Bytef*>(packed.data());
  z.avail_out = static_cast<uInt>(packed.size());
  deflate(&z, Z_FINISH);
  packed.resize(z.total_out);
  deflateEnd(&z);
  return packed;
}

}  // namespace

std::string made_zip(const std::vector<MadeEntry>& entries) {
  ZipMaker maker;
  for (const MadeEntry& entry : entries) {
    const auto truth = static_cast<std::uint32_t>(entry.bytes.size());
    const Header header{entry.flags,
                        entry.method,
                        checksum(entry.bytes),
                        truth,
                        entry.claimed_bytes == UINT32_MAX ? truth : entry.claimed_bytes,
                        entry.name.size()};
    const std::uint32_t offset = maker.add_local(header, entry.name, entry.bytes);
    maker.add_central(header, entry.name, entry.mode, offset);
  }
  return maker.finish();
}

std::string overlapping_zip(std::size_t count, std::size_t bytes) {
  const std::string data = deflated_zeros(bytes);
  ZipMaker maker;
  const Header header{1u << 11,
                      Z_DEFLATED,
                      checksum(std::string(bytes, '\0')),
                      static_cast<std::uint32_t>(data.size()),
                      static_cast<std::uint32_t>(bytes),
                      4};
  const std::uint32_t offset = maker.add_local(header, "a000", data);
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = std::to_string(i);
    name.insert(0, 3 - name.size(), '0');
    maker.add_central(header, "a" + name, 0100644, offset);
  }
  return maker.finish();
}

}  // namespace lockstep::assignment
