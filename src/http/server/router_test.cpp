#include "http/server/router.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

TEST(Router, OnlySomeRoutesAllowASlashAtTheEnd) {
    Router router;
    router.Add("GET", "/click/{id}", [](const Request&, const Responder&) {});
    router.AllowTrailingSlash();
    router.Add("GET", "/brands/{id}", [](const Request&, const Responder&) {});
    const auto is_found = [&](std::string_view path) {
        Request request{.method = "GET", .path = path};
        return router.Find(request).handler != nullptr;
    };
    EXPECT_TRUE(is_found("/click/1"));
    EXPECT_TRUE(is_found("/click/1/"));
    EXPECT_FALSE(is_found("/click/1//"));
    EXPECT_FALSE(is_found("/click//"));
    EXPECT_FALSE(is_found("/click/1/x"));
    EXPECT_FALSE(is_found("/brands/1/"));
}

class RouterTest : public testing::Test {
protected:
    RouterTest() {
        Add("GET", "/api/v1/brands");
        Add("POST", "/api/v1/brands");
        Add("GET", "/api/v1/brands/{id}");
        Add("PATCH", "/api/v1/brands/{id}");
        Add("GET", "/api/v1/brands/{id}/links/{linkId}");
        Add("POST", "/api/v1/events");
        Add("GET", "/");
    }

    // The method and pattern of the matching route, and the values of its parameters.
    std::string Reached(std::string_view method, std::string_view path) {
        reached_.clear();
        Request request{.method = method, .path = path};
        const RouteMatch match = router_.Find(request);
        if (match.handler != nullptr) Dispatch(match, request, Responder(nullptr, 0));
        return reached_;
    }

    void AddFallback() {
        router_.AddFallback([this](const Request& request, const Responder&) {
            reached_ = "fallback " + std::string(request.method) + " " + std::string(request.path);
        });
    }

    RouteMatch Find(std::string_view method, std::string_view path) {
        Request request{.method = method, .path = path};
        return router_.Find(request);
    }

private:
    void Add(std::string_view method, std::string_view pattern) {
        const std::string name = std::string(method) + " " + std::string(pattern);
        router_.Add(method, pattern, [this, name](const Request& request, const Responder&) {
            reached_ = name;
            for (const std::string_view parameter : request.path_parameters) reached_ += " " + std::string(parameter);
        });
    }

    Router router_;
    std::string reached_;
};

TEST_F(RouterTest, ListsItsRoutes) {
    Router router;
    router.Add("GET", "/brands/{id}", {});
    router.Add("PATCH", "/brands/{id}", {});
    EXPECT_EQ(router.Routes(), (std::vector<std::pair<std::string_view, std::string_view>>{{"GET", "/brands/{id}"},
                                                                                           {"PATCH", "/brands/{id}"}}));
}

TEST_F(RouterTest, TheMethodAndThePathDecide) {
    EXPECT_EQ(Reached("GET", "/api/v1/brands"), "GET /api/v1/brands");
    EXPECT_EQ(Reached("POST", "/api/v1/brands"), "POST /api/v1/brands");
    EXPECT_EQ(Reached("GET", "/"), "GET /");
}

TEST_F(RouterTest, ASegmentInBracesMatchesAnythingButASlash) {
    EXPECT_EQ(Reached("GET", "/api/v1/brands/7"), "GET /api/v1/brands/{id} 7");
    EXPECT_EQ(Reached("PATCH", "/api/v1/brands/%2F.."), "PATCH /api/v1/brands/{id} %2F..");
    EXPECT_EQ(Reached("GET", "/api/v1/brands/7/links/8"), "GET /api/v1/brands/{id}/links/{linkId} 7 8");
}

TEST_F(RouterTest, HeadUsesTheHandlerOfGet) {
    EXPECT_EQ(Reached("HEAD", "/api/v1/brands/7"), "GET /api/v1/brands/{id} 7");
    EXPECT_EQ(Reached("HEAD", "/api/v1/events"), "");
}

TEST_F(RouterTest, OnlyExactPathsMatch) {
    for (const std::string_view path :
         {"", "*", "/api", "/api/v1", "/api/v1/brands/", "/api/v1/brands//", "//api/v1/brands", "/api/v1/Brands",
          "/api/v1/brands/7/", "/api/v1/brands/7/links", "/api/v1/brands//links/8", "/api/v1/brands/7/links/8/9",
          "/api/v1/brandsx", "/{id}", "api/v1/brands"}) {
        const RouteMatch match = Find("GET", path);
        EXPECT_EQ(match.handler, nullptr) << path;
        EXPECT_EQ(match.allow, "") << path;
        EXPECT_EQ(match.pattern, "") << path;
    }
}

TEST_F(RouterTest, TheFallbackHandlesOnlyPathsWithoutARoute) {
    AddFallback();
    EXPECT_EQ(Reached("GET", "/console/x"), "fallback GET /console/x");
    EXPECT_EQ(Reached("POST", "/console"), "fallback POST /console");
    EXPECT_EQ(Reached("GET", "/api/v1/brands"), "GET /api/v1/brands");
    EXPECT_EQ(Find("DELETE", "/api/v1/brands").allow, "GET, HEAD, POST");
    EXPECT_EQ(Find("DELETE", "/api/v1/brands").handler, nullptr);
}

TEST_F(RouterTest, APathListsItsOtherMethods) {
    EXPECT_EQ(Find("DELETE", "/api/v1/brands").allow, "GET, HEAD, POST");
    EXPECT_EQ(Find("POST", "/api/v1/brands/7").allow, "GET, HEAD, PATCH");
    EXPECT_EQ(Find("GET", "/api/v1/events").allow, "POST");
    EXPECT_EQ(Find("get", "/").allow, "GET, HEAD");
    EXPECT_EQ(Find("DELETE", "/api/v1/brands").handler, nullptr);
    EXPECT_EQ(Find("DELETE", "/api/v1/brands").pattern, "/api/v1/brands");
}

}  // namespace
}  // namespace fairlead::http
