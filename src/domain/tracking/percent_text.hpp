#pragma once

#include <string_view>

namespace fairlead::tracking {

// Reads percent-encoded text byte by byte and decodes it once. An invalid escape is taken literally.
class PercentText {
public:
    explicit PercentText(std::string_view encoded, bool plus_is_space)
        : rest_(encoded), plus_is_space_(plus_is_space) {}

    bool IsAtEnd() const { return rest_.empty(); }

    // The next byte; there must be one.
    char Peek() const {
        if (IsEscape()) return static_cast<char>(HexDigit(rest_[1]) * 16 + HexDigit(rest_[2]));
        return plus_is_space_ && rest_.front() == '+' ? ' ' : rest_.front();
    }
    void Skip() { rest_.remove_prefix(IsEscape() ? 3 : 1); }

private:
    static int HexDigit(char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        return -1;
    }
    bool IsEscape() const {
        return rest_.front() == '%' && rest_.size() >= 3 && HexDigit(rest_[1]) >= 0 && HexDigit(rest_[2]) >= 0;
    }

    std::string_view rest_;
    bool plus_is_space_;
};

}  // namespace fairlead::tracking
