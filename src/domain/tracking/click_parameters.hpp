#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fairlead::tracking {

inline constexpr std::size_t kSubIdCount = 5;
inline constexpr std::size_t kSubIdLengthMax = 255;  // In code points.

// What a visitor's click says beyond its link. Absent parameters are empty.
class ClickParameters {
public:
    // `index` is 0 for sub1. Valid UTF-8 without control characters, at most kSubIdLengthMax code points.
    std::string_view sub(std::size_t index) const { return Piece(index); }
    // Percent-decoded but not checked: see RelativePath. Cut where it is too long to be accepted.
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

    std::string text_;  // All pieces, in one piece of memory.
    std::array<Extent, kSubIdCount + 1> extents_{};
};

// Reads sub1 to sub5 and relativepath from the query of a click as it was sent. It takes anything, for no visitor is
// lost over a label: SubIDs are decoded once (`+` is a space), cut where they are too long, and what is not valid UTF-8
// or is a control character becomes U+FFFD. Of a repeated parameter the first counts; names are compared as they stand.
ClickParameters ParseClickQuery(std::string_view raw_query);

// The link and the affiliate that an impression names, as they stand in the query, which they must not outlive.
struct ImpressionQuery {
    std::string_view link;
    std::string_view affiliate;
};

ImpressionQuery ParseImpressionQuery(std::string_view raw_query);

}  // namespace fairlead::tracking
