#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead::app {

// How well a record matches a search. Better ranks come first.
enum class MatchRank : std::uint8_t {
    kWhole,      // A field is the sought text.
    kBeginning,  // A field begins with it.
    kWords,      // Each sought word is the beginning of a word.
    kParts,      // Each sought word is a part of a word.
};

// A sought text, folded (base/text/fold.hpp) and split at spaces. A record matches if its fields contain every word.
class SearchWords {
public:
    static constexpr std::size_t kWordsMax = 8;  // Further words are ignored.

    // The text must be valid UTF-8.
    explicit SearchWords(std::string_view text);

    const std::string& phrase() const { return phrase_; }
    const std::vector<std::string>& words() const { return words_; }
    bool empty() const { return words_.empty(); }
    // The word to scan for. The longest is the rarest.
    const std::string& Longest() const;

    // Nothing if a word is missing. `fields` are as AppendSearchedFields writes them.
    std::optional<MatchRank> RankOf(std::string_view fields) const;

private:
    std::string phrase_;  // The words with one space between them.
    std::vector<std::string> words_;
};

}  // namespace fairlead::app
