#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fairlead::tracking {

inline constexpr std::size_t kRelativePathLengthMax = 512;

// The path that a visitor's `relativepath` adds to a destination: segments of letters, digits, hyphens, dots and
// underscores, none of them empty, `.` or `..`. It is a view of the parsed text, which must outlive it.
class RelativePath {
public:
    // Adds nothing.
    RelativePath() = default;

    // Parses the percent-decoded value of the parameter. One leading and one trailing slash are allowed. An empty value
    // and a single slash add nothing. Returns nothing if the value is not allowed.
    static std::optional<RelativePath> Parse(std::string_view decoded);

    bool IsAbsent() const { return text_.empty(); }
    // Without the leading slash, but with a trailing one.
    std::string_view text() const { return text_; }

private:
    explicit RelativePath(std::string_view text) : text_(text) {}

    std::string_view text_;
};

}  // namespace fairlead::tracking
