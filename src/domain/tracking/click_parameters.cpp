#include "domain/tracking/click_parameters.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "domain/tracking/percent_text.hpp"
#include "domain/tracking/relative_path.hpp"

namespace fairlead::tracking {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD.

struct Parameter {
    std::string_view name;
    std::string_view value;
};

// Removes the first parameter from the query.
Parameter TakeParameter(std::string_view& query) {
    const auto whole = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(whole.size() + 1, query.size()));
    const auto equals = whole.find('=');
    if (equals == std::string_view::npos) return {whole, {}};
    return {whole.substr(0, equals), whole.substr(equals + 1)};
}

// The index of a parameter, or nothing if the name is unknown.
std::optional<std::size_t> PieceOf(std::string_view name) {
    if (name.size() == 4 && name.starts_with("sub") && name[3] >= '1' && name[3] <= '5') {
        return static_cast<std::size_t>(name[3] - '1');
    }
    if (name == "relativepath") return kSubIdCount;
    return std::nullopt;
}

// Whether a byte is copied as it is.
bool IsPlain(char c) { return c >= 0x20 && c < 0x7F && c != '%' && c != '+'; }

// The start of a code point: how many bytes follow, and the range of the first of them.
struct Sequence {
    int following = 0;
    std::uint8_t min = 0x80;
    std::uint8_t max = 0xBF;
};

std::optional<Sequence> SequenceOf(std::uint8_t lead) {
    // The narrower ranges exclude overlong encodings, surrogates and values above U+10FFFF.
    if (lead < 0x80) return Sequence{0};
    if (lead >= 0xC2 && lead <= 0xDF) return Sequence{1};
    if (lead == 0xE0) return Sequence{2, 0xA0, 0xBF};
    if (lead == 0xED) return Sequence{2, 0x80, 0x9F};
    if (lead >= 0xE1 && lead <= 0xEF) return Sequence{2};
    if (lead == 0xF0) return Sequence{3, 0x90, 0xBF};
    if (lead == 0xF4) return Sequence{3, 0x80, 0x8F};
    if (lead >= 0xF1 && lead <= 0xF3) return Sequence{3};
    return std::nullopt;
}

// Removes one code point from the text, or its valid start if it is incomplete.
void AppendCodePoint(PercentText& text, std::string& out) {
    const std::size_t begin = out.size();
    auto sequence = SequenceOf(static_cast<std::uint8_t>(text.Peek()));
    out += text.Peek();
    text.Skip();
    while (sequence && sequence->following > 0) {
        const auto next = text.IsAtEnd() ? std::uint8_t{0} : static_cast<std::uint8_t>(text.Peek());
        if (next < sequence->min || next > sequence->max) {
            sequence.reset();
        } else {
            out += static_cast<char>(next);
            text.Skip();
            *sequence = {.following = sequence->following - 1};
        }
    }
    if (!sequence || HasControlCharacter(std::string_view(out).substr(begin))) {
        out.replace(begin, out.size() - begin, kReplacement);
    }
}

void AppendSubId(std::string_view raw, std::string& out) {
    const auto plain_end = std::ranges::find_if_not(raw.substr(0, kSubIdLengthMax), IsPlain);
    auto length = static_cast<std::size_t>(plain_end - raw.begin());
    out.append(raw.substr(0, length));
    for (PercentText text(raw.substr(length), true); length < kSubIdLengthMax && !text.IsAtEnd(); ++length) {
        AppendCodePoint(text, out);
    }
}

void AppendRelativePath(std::string_view raw, std::string& out) {
    std::size_t length = 0;
    for (PercentText text(raw, true); length <= kRelativePathLengthMax && !text.IsAtEnd(); ++length) {
        out += text.Peek();
        text.Skip();
    }
}

}  // namespace

ClickParameters ParseClickQuery(std::string_view raw_query) {
    ClickParameters query;
    std::array<bool, kSubIdCount + 1> seen{};
    while (!raw_query.empty()) {
        const auto [name, value] = TakeParameter(raw_query);
        const auto piece = PieceOf(name);
        if (!piece || seen[*piece]) continue;
        seen[*piece] = true;
        const std::size_t begin = query.text_.size();
        piece < kSubIdCount ? AppendSubId(value, query.text_) : AppendRelativePath(value, query.text_);
        query.extents_[*piece] = {static_cast<std::uint16_t>(begin),
                                  static_cast<std::uint16_t>(query.text_.size() - begin)};
    }
    return query;
}

ImpressionQuery ParseImpressionQuery(std::string_view raw_query) {
    std::optional<std::string_view> link;
    std::optional<std::string_view> affiliate;
    while (!raw_query.empty()) {
        const auto [name, value] = TakeParameter(raw_query);
        if (name == "lid" && !link) link = value;
        if (name == "aid" && !affiliate) affiliate = value;
    }
    return {link.value_or(std::string_view()), affiliate.value_or(std::string_view())};
}

}  // namespace fairlead::tracking
