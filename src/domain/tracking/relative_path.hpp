#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fairlead::tracking {

inline constexpr std::size_t kRelativePathLengthMax = 512;

// What a visitor's `relativepath` may add to a destination's path: segments of letters, digits, hyphens, dots and
// underscores, none of them empty, `.` or `..`. It looks at the text it was parsed from and must not outlive it.
class RelativePath {
public:
    // Adds nothing.
    RelativePath() = default;

    // Takes the parameter's value after percent-decoding, or refuses it. One leading and one trailing slash are
    // allowed; an empty value and a lone slash add nothing.
    static std::optional<RelativePath> Parse(std::string_view decoded);

    bool IsAbsent() const { return text_.empty(); }
    // Without a leading slash; a trailing one is kept.
    std::string_view text() const { return text_; }

private:
    explicit RelativePath(std::string_view text) : text_(text) {}

    std::string_view text_;
};

}  // namespace fairlead::tracking
