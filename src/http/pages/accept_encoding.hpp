#pragma once

#include <cstdint>
#include <string_view>

namespace fairlead::http {

// The forms that a file can be sent in, in the order of preference.
enum class ContentForm : std::uint8_t { kBrotli, kGzip, kPlain };

// Which of the forms that exist the client wants most, by its Accept-Encoding (RFC 9110, 12.5.3). Where it takes two
// equally, the smaller one; the plain one where it takes none of them, for an answer is worth more than a refusal.
ContentForm ChooseForm(std::string_view accept_encoding, bool has_brotli, bool has_gzip);

}  // namespace fairlead::http
