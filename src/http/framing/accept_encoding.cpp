#include "http/framing/accept_encoding.hpp"

#include <optional>

#include "base/text/text.hpp"

namespace fairlead::http {
namespace {

constexpr int kFullWeight = 1000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads "0.8" as 800 thousandths. An invalid weight is 0, so the client does not get an encoding that it may not
// understand.
int ReadWeight(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return 0;
    if (text.size() > 1 && text[1] != '.') return 0;
    int weight = (text[0] - '0') * kFullWeight;
    int unit = kFullWeight / 10;
    for (const char digit : text.substr(std::min<std::size_t>(text.size(), 2))) {
        if (!IsDigit(digit)) return 0;
        weight += (digit - '0') * unit;
        unit /= 10;
    }
    return weight <= kFullWeight ? weight : 0;
}

// One element of the list: "gzip" or "gzip; q=0.5".
struct Preference {
    std::string_view coding;
    int weight = kFullWeight;
};

Preference ReadPreference(std::string_view element) {
    const auto semicolon = element.find(';');
    Preference preference{.coding = TrimSpaces(element.substr(0, semicolon))};
    if (semicolon == std::string_view::npos) return preference;
    const std::string_view parameter = TrimSpaces(element.substr(semicolon + 1));
    const bool is_weight = parameter.starts_with("q=") || parameter.starts_with("Q=");
    preference.weight = is_weight ? ReadWeight(parameter.substr(2)) : 0;
    return preference;
}

// Finds the weight of a coding: its own, or that of the asterisk, or nothing if the header names neither.
class Weights {
public:
    explicit Weights(std::string_view accept_encoding) : header_(accept_encoding) {}

    std::optional<int> Of(std::string_view coding) const {
        std::optional<int> any;
        for (const std::string_view element : SplitTrimmed(header_, ',')) {
            const Preference preference = ReadPreference(element);
            if (EqualIgnoringAsciiCase(preference.coding, coding)) return preference.weight;
            if (preference.coding == "*") any = preference.weight;
        }
        return any;
    }

private:
    std::string_view header_;
};

}  // namespace

ContentForm ChooseForm(std::string_view accept_encoding, bool has_brotli, bool has_gzip) {
    const Weights weights(accept_encoding);
    const int brotli = has_brotli ? weights.Of("br").value_or(0) : 0;
    const int gzip = has_gzip ? weights.Of("gzip").value_or(0) : 0;
    // Plain content is acceptable unless it is forbidden, but a coding that the client names is preferred.
    const int plain = weights.Of("identity").value_or(1);
    if (brotli > 0 && brotli >= gzip && brotli >= plain) return ContentForm::kBrotli;
    if (gzip > 0 && gzip >= plain) return ContentForm::kGzip;
    return ContentForm::kPlain;
}

}  // namespace fairlead::http
