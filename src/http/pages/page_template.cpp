#include "http/pages/page_template.hpp"

#include <algorithm>
#include <array>

namespace fairlead::http {
namespace {

struct Gap {
    std::string_view mark;
    std::string_view PageValues::* value;
};

constexpr std::array kGaps{Gap{"__CSP_NONCE__", &PageValues::nonce}, Gap{"__PORTAL_BASE__", &PageValues::base}};

}  // namespace

PageTemplate::PageTemplate(std::string_view html) {
    while (true) {
        const auto* next = std::ranges::min_element(kGaps, {}, [&](const Gap& gap) { return html.find(gap.mark); });
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
        if (part.gap != nullptr) page += values.*part.gap;
    }
    return page;
}

}  // namespace fairlead::http
