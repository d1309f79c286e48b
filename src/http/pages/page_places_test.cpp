#include "http/pages/page_places.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

PagePlace General(std::string_view path) { return PlaceOf(path, false); }
PagePlace OnPortal(std::string_view path) { return PlaceOf(path, true); }

TEST(PagePlaces, APageHasEverythingBelowItsFirstSegment) {
    for (const std::string_view path : {"/console", "/console/", "/console/affiliates/7/deals", "/console//x"}) {
        EXPECT_EQ(General(path), PagePlace::kConsole) << path;
    }
    for (const std::string_view path : {"/portal", "/portal/", "/portal/statements/2026-11"}) {
        EXPECT_EQ(General(path), PagePlace::kPortal) << path;
        EXPECT_EQ(OnPortal(path), PagePlace::kPortal) << path;
    }
    EXPECT_EQ(General("/docs"), PagePlace::kDocs);
    EXPECT_EQ(General("/docs/"), PagePlace::kDocs);
}

TEST(PagePlaces, TheRootLeadsToTheConsole) { EXPECT_EQ(General("/"), PagePlace::kLeadsToConsole); }

TEST(PagePlaces, NothingElseIsAPage) {
    for (const std::string_view path : {"", "*", "console", "/consoles", "/Console", "/portals", "/docs/x", "/links",
                                        "/nowhere", "/api", "/api/v1/x", "/assets", "/assets/", "//console"}) {
        EXPECT_EQ(General(path), PagePlace::kNothing) << path;
    }
}

TEST(PagePlaces, WhatLooksLikeAFileIsNoPage) {
    for (const std::string_view path : {"/console/app.js", "/portal/index.html", "/robots.txt", "/.env", "/console/..",
                                        "/assets/x.js", "/favicon.ico"}) {
        EXPECT_EQ(General(path), PagePlace::kNothing) << path;
        EXPECT_EQ(OnPortal(path), PagePlace::kNothing) << path;
    }
}

TEST(PagePlaces, APortalsOwnDomainIsThePortal) {
    for (const std::string_view path : {"/", "/links", "/statements/7", "/invite", "/nowhere"}) {
        EXPECT_EQ(OnPortal(path), PagePlace::kPortalAtRoot) << path;
    }
    for (const std::string_view path : {"/console", "/console/affiliates"}) {
        EXPECT_EQ(OnPortal(path), PagePlace::kLeadsToRoot) << path;
    }
    for (const std::string_view path : {"/api", "/api/v1/nowhere", "/assets", "/assets/", "/assets/x/y", "*", ""}) {
        EXPECT_EQ(OnPortal(path), PagePlace::kNothing) << path;
    }
    EXPECT_EQ(OnPortal("/docs"), PagePlace::kDocs);
}

}  // namespace
}  // namespace fairlead::http
