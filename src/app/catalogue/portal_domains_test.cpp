#include "app/catalogue/portal_domains.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(PortalDomains, AHostIsComparedWithoutItsPortItsCaseAndAFinalDot) {
    for (const std::string_view header : {"partners.example", "Partners.EXAMPLE", "partners.example:8443",
                                          "partners.example.", "partners.example.:80"}) {
        EXPECT_EQ(HostName(header), "partners.example") << header;
    }
}

TEST(PortalDomains, AHostThatIsNoDomainIsUnchanged) {
    EXPECT_EQ(HostName(""), "");
    EXPECT_EQ(HostName(":80"), "");
    EXPECT_EQ(HostName("127.0.0.1:80"), "127.0.0.1");
    EXPECT_EQ(HostName("[2001:DB8::1]:80"), "[2001:db8::1]");
    EXPECT_EQ(HostName("[2001:db8::1]"), "[2001:db8::1]");
    EXPECT_EQ(HostName("partners.example.."), "partners.example.");
}

}  // namespace
}  // namespace fairlead::app
