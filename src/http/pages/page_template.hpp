#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairlead::http {

// The values that are filled into a page when it is sent.
struct PageValues {
    std::string_view nonce;  // Permits the styles that the page adds. New for each answer.
    std::string_view base;   // The start of the page's paths: "/portal", or "/" on a portal's own domain.
};

// An HTML page with the placeholders __CSP_NONCE__ and __PORTAL_BASE__. The text must outlive the template.
class PageTemplate {
public:
    explicit PageTemplate(std::string_view html);

    // The values are written without escaping. They must not contain input.
    std::string Fill(const PageValues& values) const;

private:
    // A text and the placeholder after it.
    struct Part {
        std::string_view text;
        std::string_view PageValues::* value = nullptr;
    };

    std::vector<Part> parts_;
};

}  // namespace fairlead::http
