#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairlead::http {

// What a page is told when it is sent.
struct PageValues {
    std::string_view nonce;  // Of the styles that the page may add, for this answer alone.
    std::string_view base;   // Where the page's own paths begin: "/portal", or "/" on a portal's own domain.
};

// An HTML page with gaps: __CSP_NONCE__ and __PORTAL_BASE__. Refers to the text that it was made of.
class PageTemplate {
public:
    explicit PageTemplate(std::string_view html);

    // The values are written as they are, and must not come from outside.
    std::string Fill(const PageValues& values) const;

private:
    // A text, and what follows it.
    struct Part {
        std::string_view text;
        std::string_view PageValues::* gap = nullptr;
    };

    std::vector<Part> parts_;
};

}  // namespace fairlead::http
