#include "app/reports/report_tokens.hpp"

#include "base/crypto/random.hpp"

namespace fairlead::app {

void GiveReportToken(const Bytes32& token_key, catalogue::ReportPreset& preset) {
    const std::string token = RandomHex(kReportTokenLength);
    preset.token_hash = HashReportToken(token);
    preset.token_sealed = Seal(token, token_key);
}

Bytes32 HashReportToken(std::string_view token) { return Digest256(token); }

std::optional<std::string> OpenReportToken(const Bytes32& token_key, const catalogue::ReportPreset& preset) {
    auto token = Unseal(preset.token_sealed, token_key);
    // The hash is compared, because a ciphertext copied from another preset would show its token here.
    if (!token || HashReportToken(*token) != preset.token_hash) return std::nullopt;
    return token;
}

}  // namespace fairlead::app
