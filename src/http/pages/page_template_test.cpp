#include "http/pages/page_template.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

constexpr PageValues kValues{.nonce = "n1", .base = "/portal"};

TEST(PageTemplate, EveryPlaceholderIsFilled) {
    const PageTemplate page("<a __PORTAL_BASE__><b __CSP_NONCE__><c __CSP_NONCE__>__PORTAL_BASE__");
    EXPECT_EQ(page.Fill(kValues), "<a /portal><b n1><c n1>/portal");
    EXPECT_EQ(page.Fill({.nonce = "n2", .base = "/"}), "<a /><b n2><c n2>/");
}

TEST(PageTemplate, APageWithoutPlaceholdersIsUnchanged) {
    EXPECT_EQ(PageTemplate("<p>__CSP_</p>").Fill(kValues), "<p>__CSP_</p>");
    EXPECT_EQ(PageTemplate("").Fill(kValues), "");
}

TEST(PageTemplate, PlaceholdersMayBeAdjacent) {
    EXPECT_EQ(PageTemplate("__CSP_NONCE____PORTAL_BASE__").Fill(kValues), "n1/portal");
}

}  // namespace
}  // namespace fairlead::http
