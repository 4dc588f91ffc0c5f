#include "core/recording/index.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/text/json.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep {
namespace {

// JSON strings are UTF-8; a program may pass arbitrary bytes, which are then stored as a blob.
class BlobStore final : public ByteStore {
 public:
  explicit BlobStore(BlobList& blobs) : blobs_(blobs) {}
  IndexJson text(const std::string& words) override {
    try {
      IndexJson json = words;
      static_cast<void>(json.dump());
      return json;
    } catch (const IndexJson::type_error&) {
      return {{"blob", blobs_.add(words)}};
    }
  }
  IndexJson data(std::string_view bytes) override { return blobs_.add(bytes); }

 private:
  BlobList& blobs_;
};

class BlobSource final : public ByteSource {
 public:
  explicit BlobSource(std::span<const SharedBytes> blobs) : blobs_(blobs) {}
  std::string text(const IndexJson& json, const char* key) const override {
    if (!json.is_object()) return ByteSource::text(json, key);
    SharedBytes bytes;
    FieldReader(json, *this).data("blob", bytes);
    return std::string(text_of(*bytes));
  }
  SharedBytes data(const IndexJson& json, const char* key) const override {
    if (!json.is_number_unsigned())
      throw std::invalid_argument(fmt::format("'{}' is not a whole number", key));
    const auto index = json.get<std::uint64_t>();
    if (index >= blobs_.size())
      throw std::invalid_argument(
          fmt::format("'{}' refers to data that the recording does not contain", key));
    return blobs_[index];
  }

 private:
  std::span<const SharedBytes> blobs_;
};

template <class Fields, class Recorded>
void recording_fields(Fields& fields, Recorded& recording) {
  fields.text_or_none("made_with", recording.made_with);
  fields.text_or_none("date", recording.date);
  fields.text_or_none("model", recording.model);
  fields.texts("command", recording.command);
  fields.object("plan", recording.plan, [](auto& one, auto& plan) { plan_fields(one, plan); });
}

template <class Read>
auto or_damaged(Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const std::exception& error) {
    return failure(fmt::format("is damaged: {}", json_reason(error)));
  }
}

}  // namespace

IndexJson index_json(const Recording& recording, BlobList& blobs) {
  BlobStore store(blobs);
  return written_fields([&](FieldWriter& fields) { recording_fields(fields, recording); }, store);
}

Result<std::vector<std::uint64_t>> read_blob_sizes(const IndexJson& json) {
  return or_damaged([&] {
    std::vector<std::uint64_t> sizes;
    FieldReader(json).numbers("blobs", sizes);
    return sizes;
  });
}

Result<Recording> read_index(const IndexJson& json, std::span<const SharedBytes> blobs) {
  return or_damaged([&] {
    Recording recording;
    const BlobSource source(blobs);
    const FieldReader reader(json, source);
    recording_fields(reader, recording);
    for (PlanProgram& program : recording.plan.programs) program.source.is_closed = true;
    return recording;
  });
}

}  // namespace lockstep
