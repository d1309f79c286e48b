#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/time.hpp"

namespace fairlead::access {

// One-time codes by RFC 6238 as every authenticator app makes them: SHA-1, six digits, a new one every 30 seconds.
inline constexpr std::int64_t kTotpStepMicros = 30'000'000;
inline constexpr std::size_t kTotpDigits = 6;

// 20 random bytes.
std::string NewTotpSecret();

std::string TotpCode(std::string_view secret, std::int64_t step);

// The step that the code belongs to: this one, or one beside it, for clocks that differ. A step is to be used once.
std::optional<std::int64_t> MatchTotp(std::string_view secret, std::string_view code, Timestamp now);

// As people type it: RFC 4648 without padding.
std::string Base32(std::string_view bytes);

// What an app reads from a QR code.
std::string OtpauthUrl(std::string_view issuer, std::string_view account, std::string_view secret);

}  // namespace fairlead::access
