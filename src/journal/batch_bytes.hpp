#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/ports/tracking.hpp"

namespace fairlead::journal {

// A batch as the body of a record, with the terms of base/text/byte_codec.hpp:
//   body  := owner:id time:signed heads:text head_count:varint rows:text row_count:varint terms impressions
//   terms := count:varint term*            term       := 8 bytes, little endian
//   impressions := count:varint impression*   impression := times:varint key:text
void AppendBatch(std::string& out, const app::TrackedBatch& batch);
// Returns nothing if the bytes are not a batch.
std::optional<app::TrackedBatch> ReadBatch(std::string_view bytes);

}  // namespace fairlead::journal
