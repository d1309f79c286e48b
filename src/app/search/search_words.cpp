#include "app/search/search_words.hpp"

#include <algorithm>

#include "app/catalogue/folded_texts.hpp"
#include "base/text/fold.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

bool IsLetterOrDigit(char character) {
    const bool ascii = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    return ascii || (static_cast<unsigned char>(character) & 0x80U) != 0;
}

bool StartsAWord(std::string_view word, std::string_view fields) {
    for (std::size_t at = fields.find(word); at != std::string_view::npos; at = fields.find(word, at + 1)) {
        if (at == 0 || !IsLetterOrDigit(fields[at - 1])) return true;
    }
    return false;
}

}  // namespace

SearchWords::SearchWords(std::string_view text) {
    const std::string folded = Folded(text);
    for (const std::string_view word : SplitTrimmed(folded, ' ')) {
        if (words_.size() == kWordsMax) break;
        if (!phrase_.empty()) phrase_ += ' ';
        phrase_ += word;
        words_.emplace_back(word);
    }
}

const std::string& SearchWords::Longest() const { return *std::ranges::max_element(words_, {}, &std::string::size); }

std::optional<MatchRank> SearchWords::RankOf(std::string_view fields) const {
    const auto contained = [&](const std::string& word) { return fields.find(word) != std::string_view::npos; };
    if (!std::ranges::all_of(words_, contained)) return std::nullopt;
    bool begins = false;
    for (std::string_view rest = fields; !rest.empty();) {
        const std::string_view field = rest.substr(0, rest.find(FoldedTexts::kFieldEnd));
        if (field == phrase_) return MatchRank::kWhole;
        begins = begins || field.starts_with(phrase_);
        rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    }
    if (begins) return MatchRank::kBeginning;
    const auto starts = [&](const std::string& word) { return StartsAWord(word, fields); };
    return std::ranges::all_of(words_, starts) ? MatchRank::kWords : MatchRank::kParts;
}

}  // namespace fairlead::app
