#include "service/serve_demo.hpp"

#include "demo/pictures.hpp"
#include "http/server/problem.hpp"

namespace fairlead::service {

std::string UrlOf(const cli::Settings& settings, const std::string& address) {
    if (!settings.public_url.empty()) return settings.public_url;
    // A browser cannot open a wildcard address, so name the loopback address instead.
    for (const std::string_view any : {"0.0.0.0:", "[::]:"}) {
        if (address.starts_with(any)) return "http://127.0.0.1:" + address.substr(any.size());
    }
    return "http://" + address;
}

void AddDemoRoutes(http::Router& router) {
    router.Add("GET", std::string(demo::kPicturesPath) + "{name}",
               [](const http::Request& request, http::Responder responder) {
                   auto picture = demo::DrawPicture(request.path_parameters.front());
                   if (!picture) {
                       return responder.Send(
                           http::Problem({ErrorCode::kNotFound, "", "picture not found"}, request.request_id));
                   }
                   http::Response response{.content_type = "image/svg+xml", .body = std::move(*picture)};
                   response.AddHeader("Cache-Control", "public, max-age=3600");
                   responder.Send(std::move(response));
               });
}

std::function<bool()> AskForSignals(const sigset_t& signals) {
    return [signals, stopped = false]() mutable {
        constexpr timespec kAtOnce{};
        stopped = stopped || sigtimedwait(&signals, nullptr, &kAtOnce) > 0;
        return stopped;
    };
}

}  // namespace fairlead::service
