#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// The token of a saved report. Everybody who has it may fetch the report; no other proof is required. 48 lower-case
// hexadecimal digits, so that a URL can contain it without escaping.
inline constexpr std::size_t kReportTokenLength = 48;

// Gives the preset a new token, which replaces the old one if there is one.
void GiveReportToken(const Bytes32& token_key, catalogue::ReportPreset& preset);

// The hash by which a preset is found. A token has 192 random bits, so one fast hash is enough.
Bytes32 HashReportToken(std::string_view token);

// The preset's token, to be shown again. Nothing if it was encrypted with another key or changed.
std::optional<std::string> OpenReportToken(const Bytes32& token_key, const catalogue::ReportPreset& preset);

}  // namespace fairlead::app
