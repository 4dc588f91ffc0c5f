// Writes and reads the index of a recording: everything except the data, as JSON.
#pragma once

#include <span>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/recording/blobs.hpp"
#include "core/recording/recording.hpp"

namespace lockstep {

using IndexJson = FieldsJson;

// The index without "blobs", the list of the sizes of the blobs.
IndexJson index_json(const Recording& recording, BlobList& blobs);

// Reads an index. The Error is the end of a sentence: "is damaged: …".
Result<std::vector<std::uint64_t>> read_blob_sizes(const IndexJson& json);
Result<Recording> read_index(const IndexJson& json, std::span<const SharedBytes> blobs);

}  // namespace lockstep
