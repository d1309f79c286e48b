#include "service/ask_service.hpp"

#include "http/local_client.hpp"
#include "service/data_folder.hpp"

namespace fairlead::service {

app::ObjectResult AskAboutClock(const cli::Settings& settings, bool confirm) {
    const auto answer = http::PostLocal(LocalSocketPath(settings.data), "/control/clock", {{"confirm", confirm}});
    if (!answer) return std::unexpected(app::Errors{answer.error()});
    const auto& body = answer->body.as_object();
    if (answer->status == 200) return body;
    return std::unexpected(app::Errors{{ErrorCode::kUnavailable, "", std::string(body.at("detail").as_string())}});
}

Status AskIfReady(const cli::Settings& settings) {
    const auto answer = TRY(http::PostLocal(LocalSocketPath(settings.data), "/control/ready", {}));
    if (answer.status == 200) return {};
    return Fail(ErrorCode::kUnavailable, std::string(answer.body.at("detail").as_string()));
}

}  // namespace fairlead::service
