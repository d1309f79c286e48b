#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "http/request.hpp"
#include "http/responder.hpp"

namespace fairlead::http {

// Answers a request through the responder, now or later, exactly once. The request is valid only during the call.
using Handler = std::function<void(const Request&, Responder)>;

// Finds the handler for a method and path. Built at start, then only read.
class Router {
public:
    // A pattern is a path whose segments in braces match anything but a slash: "/api/v1/brands/{id}".
    void Add(std::string_view method, std::string_view pattern, Handler handler);

    // Calls the handler, or answers 404 or 405. HEAD goes where GET goes; its body is left out on the way.
    void Dispatch(Request& request, Responder responder) const;

private:
    struct Route {
        std::string method;
        std::vector<std::string> segments;
        Handler handler;
    };

    std::vector<Route> routes_;
};

}  // namespace fairlead::http
