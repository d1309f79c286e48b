#include "http/pages/page_template.hpp"

#include <algorithm>
#include <array>

namespace fairlead::http {
namespace {

struct Placeholder {
    std::string_view mark;
    std::string_view PageValues::* value;
};

constexpr std::array kPlaceholders{Placeholder{"__CSP_NONCE__", &PageValues::nonce},
                                   Placeholder{"__PORTAL_BASE__", &PageValues::base}};

}  // namespace

PageTemplate::PageTemplate(std::string_view html) {
    while (true) {
        const auto* next = std::ranges::min_element(
            kPlaceholders, {}, [&](const Placeholder& placeholder) { return html.find(placeholder.mark); });
        const auto at = html.find(next->mark);
        if (at == std::string_view::npos) break;
        parts_.push_back({html.substr(0, at), next->value});
        html.remove_prefix(at + next->mark.size());
    }
    parts_.push_back({html});
}

std::string PageTemplate::Fill(const PageValues& values) const {
    std::string page;
    for (const Part& part : parts_) {
        page += part.text;
        if (part.value != nullptr) page += values.*part.value;
    }
    return page;
}

}  // namespace fairlead::http
