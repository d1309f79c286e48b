#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/server/request.hpp"
#include "http/server/responder.hpp"

namespace fairlead::http {

// Answers a request through the responder, now or later, exactly once. The request is valid only during the call.
using Handler = std::function<void(const Request&, Responder)>;

// Where a request goes: to a handler, or nowhere with the methods that the path would take.
struct RouteMatch {
    const Handler* handler = nullptr;
    std::string_view pattern;  // Empty when no route has this path.
    std::string allow;
};

// Finds the handler for a method and path. Built at start, then only read.
class Router {
public:
    // A pattern is a path whose segments in braces match anything but a slash: "/api/v1/brands/{id}".
    void Add(std::string_view method, std::string_view pattern, Handler handler);

    // Takes every request, of any method, whose path no route has.
    void AddFallback(Handler handler) { fallback_ = std::move(handler); }

    // HEAD goes where GET goes; its body is left out on the way. Fills the request's path parameters.
    RouteMatch Find(Request& request) const;

    // Every method and pattern, in the order in which they were added.
    std::vector<std::pair<std::string_view, std::string_view>> Routes() const;

private:
    struct Route {
        std::string method;
        std::string pattern;
        std::vector<std::string> segments;
        Handler handler;
    };

    std::vector<Route> routes_;
    Handler fallback_;
};

// 404 and 405, as every path without a route and every method without a handler gets them.
Response NothingHere(const Request& request);
Response MethodNotAllowed(const Request& request, const std::string& allow);

// Calls the handler that was found, or answers 404 or 405.
void Dispatch(const RouteMatch& match, const Request& request, Responder responder);

}  // namespace fairlead::http
