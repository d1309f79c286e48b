#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairlead::tracking {

inline constexpr std::size_t kSubIdCount = 5;
inline constexpr std::size_t kSubIdLengthMax = 255;  // In code points.

// The query parameters of a click. Missing parameters are empty.
class ClickParameters {
public:
    // `index` is 0 for sub1. The result is valid UTF-8 without control characters, at most kSubIdLengthMax code points.
    std::string_view sub(std::size_t index) const { return Piece(index); }
    // Percent-decoded but not validated: see RelativePath. Truncated if it is too long to be accepted.
    std::string_view relative_path() const { return Piece(kSubIdCount); }

    bool IsEmpty() const { return text_.empty(); }

private:
    friend ClickParameters ParseClickQuery(std::string_view raw_query);

    struct Extent {
        std::uint16_t begin = 0;
        std::uint16_t length = 0;
    };
    std::string_view Piece(std::size_t index) const {
        return std::string_view(text_).substr(extents_[index].begin, extents_[index].length);
    }

    std::string text_;  // All parameters, in one allocation.
    std::array<Extent, kSubIdCount + 1> extents_{};
};

// Reads sub1 to sub5 and relativepath from the raw query of a click. It never fails, because a bad SubID must not lose
// a visitor: SubIDs are decoded once (`+` is a space) and truncated if too long, and invalid UTF-8 and control
// characters become U+FFFD. If a parameter is repeated, the first one counts. Names are compared without decoding.
ClickParameters ParseClickQuery(std::string_view raw_query);

// The link and the affiliate of an impression, as views of the raw query, which must outlive them.
struct ImpressionQuery {
    std::string_view link;
    std::string_view affiliate;
};

ImpressionQuery ParseImpressionQuery(std::string_view raw_query);

}  // namespace fairlead::tracking
