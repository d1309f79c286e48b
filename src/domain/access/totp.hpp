#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/time.hpp"

namespace fairlead::access {

// One-time codes (RFC 6238) as authenticator apps make them: SHA-1, six digits, a new code every 30 seconds.
inline constexpr std::int64_t kTotpStepMicros = 30'000'000;
inline constexpr std::size_t kTotpDigits = 6;

// 20 random bytes.
std::string NewTotpSecret();

std::string TotpCode(std::string_view secret, std::int64_t step);

// Returns the step of the code: the current, the previous or the next one, because clocks differ. The caller must
// accept each step only once.
std::optional<std::int64_t> MatchTotp(std::string_view secret, std::string_view code, Timestamp now);

// RFC 4648 without padding, the form that people type.
std::string Base32(std::string_view bytes);

// The URL that an authenticator app reads from a QR code.
std::string OtpauthUrl(std::string_view issuer, std::string_view account, std::string_view secret);

}  // namespace fairlead::access
