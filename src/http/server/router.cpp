#include "http/server/router.hpp"

#include <memory>
#include <optional>

#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

bool IsParameter(std::string_view segment) { return segment.starts_with('{'); }

// Removes the next segment from the path and returns it. The path must start with a slash.
std::string_view TakeSegment(std::string_view& path) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
}

// Returns the rest of the path after the segments, or nothing if they do not match.
std::optional<std::string_view> Match(const std::vector<std::string>& segments, std::string_view path,
                                      PathParameters& parameters) {
    parameters.clear();
    for (const std::string& segment : segments) {
        if (!path.starts_with('/')) return std::nullopt;
        const std::string_view given = TakeSegment(path);
        if (IsParameter(segment) && !given.empty()) {
            parameters.push_back(given);
        } else if (given != segment) {
            return std::nullopt;
        }
    }
    return path;
}

void AppendMethod(std::string& allow, std::string_view method) {
    if (allow.contains(method)) return;  // Two patterns may match the same path.
    if (!allow.empty()) allow += ", ";
    allow += method;
    if (method == "GET") allow += ", HEAD";
}

}  // namespace

Handler WithBody(std::size_t bytes_max, Handler handler) {
    // A body can arrive after the call, so the handler is shared.
    auto held = std::make_shared<const Handler>(std::move(handler));
    return [held, bytes_max](const Request&, Responder responder) {
        responder.ReadBody(bytes_max,
                           [held](const Request& complete, Responder answer) { (*held)(complete, std::move(answer)); });
    };
}

void Router::Add(std::string_view method, std::string_view pattern, Handler handler) {
    Route route{std::string(method), std::string(pattern), {}, std::move(handler)};
    while (pattern.starts_with('/')) route.segments.emplace_back(TakeSegment(pattern));
    routes_.push_back(std::move(route));
}

void Router::AddProbe(std::string_view pattern, Handler handler) {
    Add("GET", pattern, std::move(handler));
    routes_.back().is_probe = true;
}

RouteMatch Router::Find(Request& request) const {
    const std::string_view method = request.method == "HEAD" ? "GET" : request.method;
    RouteMatch match;
    for (const Route& route : routes_) {
        const auto rest = Match(route.segments, request.path, request.path_parameters);
        if (!rest || !(rest->empty() || (route.trailing_slash && *rest == "/"))) continue;
        match.pattern = route.pattern;
        if (route.method == method) {
            match.handler = &route.handler;
            match.is_probe = route.is_probe;
            return match;
        }
        AppendMethod(match.allow, route.method);
    }
    if (match.allow.empty() && fallback_) match.handler = &fallback_;
    return match;
}

std::vector<std::pair<std::string_view, std::string_view>> Router::Routes() const {
    std::vector<std::pair<std::string_view, std::string_view>> routes;
    for (const Route& route : routes_) routes.emplace_back(route.method, route.pattern);
    return routes;
}

Response PathNotFound(const Request& request) {
    return Problem({ErrorCode::kNotFound, "", "there is nothing at this path"}, request.request_id);
}

Response MethodNotAllowed(const Request& request, const std::string& allow) {
    Response response = EdgeProblem(405, "method_not_allowed", "this path supports " + allow, request.request_id);
    response.AddHeader("Allow", allow);
    return response;
}

void Dispatch(const RouteMatch& match, const Request& request, Responder responder) {
    if (match.handler != nullptr) return (*match.handler)(request, std::move(responder));
    responder.Send(match.allow.empty() ? PathNotFound(request) : MethodNotAllowed(request, match.allow));
}

}  // namespace fairlead::http
