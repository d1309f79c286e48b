#pragma once

#include <cstdint>
#include <string_view>

namespace fairlead::http {

// The encodings of a file, in the order of preference.
enum class ContentForm : std::uint8_t { kBrotli, kGzip, kPlain };

// Returns the available form that the client prefers, according to Accept-Encoding (RFC 9110, 12.5.3). If the client
// has no preference, the smaller form wins. If it accepts none of them, the file is sent plain instead of a refusal.
ContentForm ChooseForm(std::string_view accept_encoding, bool has_brotli, bool has_gzip);

}  // namespace fairlead::http
