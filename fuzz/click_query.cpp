// For any query of a click, the SubIDs are short, valid text. If Boost.URL can read the query, it reads the same
// values.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <boost/json.hpp>
#include <boost/url/parse_query.hpp>

#include "base/assert.hpp"
#include "base/text/text.hpp"
#include "domain/tracking/click_parameters.hpp"

namespace {

using namespace fairlead;
using namespace fairlead::tracking;

// JSON is UTF-8, so the JSON parser of another library can check the text.
bool IsUtf8(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c == '"' || c == '\\'; }, '_');
    boost::json::error_code error;
    boost::json::parse("\"" + text + "\"", error);
    return !error;
}

bool IsText(std::string_view text) { return IsUtf8(std::string(text)) && !HasControlCharacter(text); }

// The first parameter with this name, decoded by Boost.URL. Nothing if it is missing or the query is malformed.
std::optional<std::string> DecodedElsewhere(const std::string& query, std::string_view name) {
    const auto parsed = boost::urls::parse_query(query);
    if (!parsed) return std::nullopt;
    boost::urls::encoding_opts plus_is_space;
    plus_is_space.space_as_plus = true;
    for (const auto& parameter : *parsed) {
        if (std::string_view(parameter.key.data(), parameter.key.size()) != name) continue;
        return boost::urls::pct_string_view(parameter.value).decode(plus_is_space);
    }
    return std::nullopt;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // An exact copy on the heap, so that reading beyond it is detected.
    const std::unique_ptr<char[]> exact(new char[size]);
    std::copy_n(data, size, exact.get());
    const std::string_view raw(exact.get(), size);
    const auto query = ParseClickQuery(raw);
    (void)ParseImpressionQuery(raw);
    for (std::size_t i = 0; i < kSubIdCount; ++i) {
        FAIRLEAD_ASSERT(IsText(query.sub(i)) && CountCodePoints(query.sub(i)) <= kSubIdLengthMax);
        const auto other = DecodedElsewhere(std::string(raw), "sub" + std::to_string(i + 1));
        const bool comparable = other && IsText(*other) && CountCodePoints(*other) <= kSubIdLengthMax;
        if (comparable) FAIRLEAD_ASSERT(query.sub(i) == *other);
    }
    return 0;
}
