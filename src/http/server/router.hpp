#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/server/request.hpp"
#include "http/server/responder.hpp"

namespace fairlead::http {

// Answers a request through the responder, now or later, exactly once. The request is valid only during the call. Its
// body has not been read.
using Handler = std::function<void(const Request&, Responder)>;

// Wraps a handler that anybody may call and that needs the body: the body is read before the call. Other handlers check
// the caller first and then call Responder::ReadBody.
Handler WithBody(std::size_t bytes_max, Handler handler);

// The handler of a request. If there is none, `allow` lists the methods that the path supports.
struct RouteMatch {
    const Handler* handler = nullptr;
    std::string_view pattern;  // Empty if no route has this path.
    std::string allow;
    bool is_probe = false;  // Answered even if all connections are taken.
};

// Finds the handler of a method and path. Not changed after the start, so any thread may read it.
class Router {
public:
    // A pattern is a path whose segments in braces match anything but a slash: "/api/v1/brands/{id}".
    void Add(std::string_view method, std::string_view pattern, Handler handler);

    // Also matches the paths of the newest route with a slash at their end.
    void AllowTrailingSlash() { routes_.back().trailing_slash = true; }

    // A cheap GET that monitoring relies on. It is answered even if all connections are taken.
    void AddProbe(std::string_view pattern, Handler handler);

    // Handles every request whose path has no route, with any method.
    void AddFallback(Handler handler) { fallback_ = std::move(handler); }

    // HEAD uses the handler of GET; the connection omits the body. Fills the request's path parameters.
    RouteMatch Find(Request& request) const;

    // Every method and pattern, in the order in which they were added.
    std::vector<std::pair<std::string_view, std::string_view>> Routes() const;

private:
    struct Route {
        std::string method;
        std::string pattern;
        std::vector<std::string> segments;
        Handler handler;
        bool is_probe = false;
        bool trailing_slash = false;  // A slash at the end of the path does not matter.
    };

    std::vector<Route> routes_;
    Handler fallback_;
};

// The answers to a path without a route (404) and to a method without a handler (405).
Response PathNotFound(const Request& request);
Response MethodNotAllowed(const Request& request, const std::string& allow);

// Calls the handler that was found, or answers 404 or 405.
void Dispatch(const RouteMatch& match, const Request& request, Responder responder);

}  // namespace fairlead::http
