#include "http/pages/page_targets.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

PageTarget General(std::string_view path) { return FindPageTarget(path, false); }
PageTarget OnPortal(std::string_view path) { return FindPageTarget(path, true); }

TEST(PageTargets, APageHasEverythingBelowItsFirstSegment) {
    for (const std::string_view path : {"/console", "/console/", "/console/affiliates/7/deals", "/console//x"}) {
        EXPECT_EQ(General(path), PageTarget::kConsole) << path;
    }
    for (const std::string_view path : {"/portal", "/portal/", "/portal/statements/2026-11"}) {
        EXPECT_EQ(General(path), PageTarget::kPortal) << path;
        EXPECT_EQ(OnPortal(path), PageTarget::kPortal) << path;
    }
    EXPECT_EQ(General("/docs"), PageTarget::kDocs);
    EXPECT_EQ(General("/docs/"), PageTarget::kDocs);
}

TEST(PageTargets, TheRootRedirectsToTheConsole) { EXPECT_EQ(General("/"), PageTarget::kRedirectToConsole); }

TEST(PageTargets, NothingElseIsAPage) {
    for (const std::string_view path : {"", "*", "console", "/consoles", "/Console", "/portals", "/docs/x", "/links",
                                        "/nowhere", "/api", "/api/v1/x", "/assets", "/assets/", "//console"}) {
        EXPECT_EQ(General(path), PageTarget::kNone) << path;
    }
}

TEST(PageTargets, APathThatLooksLikeAFileIsNotAPage) {
    for (const std::string_view path : {"/console/app.js", "/portal/index.html", "/robots.txt", "/.env", "/console/..",
                                        "/assets/x.js", "/favicon.ico"}) {
        EXPECT_EQ(General(path), PageTarget::kNone) << path;
        EXPECT_EQ(OnPortal(path), PageTarget::kNone) << path;
    }
}

TEST(PageTargets, AnOwnDomainShowsThePortal) {
    for (const std::string_view path : {"/", "/links", "/statements/7", "/invite", "/nowhere"}) {
        EXPECT_EQ(OnPortal(path), PageTarget::kPortalAtRoot) << path;
    }
    for (const std::string_view path : {"/console", "/console/affiliates"}) {
        EXPECT_EQ(OnPortal(path), PageTarget::kRedirectToRoot) << path;
    }
    for (const std::string_view path : {"/api", "/api/v1/nowhere", "/assets", "/assets/", "/assets/x/y", "*", ""}) {
        EXPECT_EQ(OnPortal(path), PageTarget::kNone) << path;
    }
    EXPECT_EQ(OnPortal("/docs"), PageTarget::kDocs);
}

}  // namespace
}  // namespace fairlead::http
