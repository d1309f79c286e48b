#include "base/text/escape_html.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(EscapeHtml, KeepsTextFromBecomingMarkup) {
    EXPECT_EQ(EscapeHtml(R"(<a href="x">Tom & 'Jerry'</a>)"),
              "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/a&gt;");
    EXPECT_EQ(EscapeHtml("Grüße, 5 %"), "Grüße, 5 %");
}

}  // namespace
}  // namespace fairlead
