#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// By whom the token of a saved report is known: whoever has it may fetch the report, and nothing else proves anything.
// 48 lower-case hexadecimal digits, so that it stands in a URL as it is.
inline constexpr std::size_t kReportTokenLength = 48;

// Gives the preset a new token, in the place of the one that it may have.
void GiveReportToken(const Bytes32& token_key, catalogue::ReportPreset& preset);

// What a preset is found by. A token has 192 random bits, so one fast hash is enough.
Bytes32 HashReportToken(std::string_view token);

// The preset's token, to be shown again. Nothing where it was sealed under another key, or changed.
std::optional<std::string> OpenReportToken(const Bytes32& token_key, const catalogue::ReportPreset& preset);

}  // namespace fairlead::app
