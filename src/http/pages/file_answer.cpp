#include "http/pages/file_answer.hpp"

#include <string>

#include "http/framing/accept_encoding.hpp"
#include "http/framing/entity_tag.hpp"

namespace fairlead::http {
namespace {

constexpr std::string_view kRevalidate = "no-cache";

// A form of a file as it is sent. Each form has its own tag, because a cache must not confuse them.
struct SentForm {
    std::string_view body;
    std::string_view encoding;  // Empty for the plain form.
    std::string tag;
};

SentForm FormOf(const app::WebFile& file, ContentForm form) {
    const std::string digest(file.digest);
    switch (form) {
        case ContentForm::kBrotli: return {file.brotli, "br", '"' + digest + "-br\""};
        case ContentForm::kGzip: return {file.gzip, "gzip", '"' + digest + "-gz\""};
        case ContentForm::kPlain: break;
    }
    return {file.plain, "", '"' + digest + '"'};
}

}  // namespace

Response FileAnswer(const app::WebFile& file, const Request& request) {
    const bool has_brotli = !file.brotli.empty();
    const bool has_gzip = !file.gzip.empty();
    const SentForm form = FormOf(file, ChooseForm(request.Header("Accept-Encoding"), has_brotli, has_gzip));
    Response answer{.content_type = file.content_type,
                    .cache_control = file.path.starts_with("assets/") ? kCacheForever : kRevalidate,
                    .fixed_body = form.body};
    answer.AddHeader("ETag", form.tag);
    if (has_brotli || has_gzip) answer.AddHeader("Vary", "Accept-Encoding");
    answer.AddHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (ContainsTag(request.Header("If-None-Match"), form.tag)) {
        answer.status = 304;
        answer.content_type = {};
        answer.fixed_body = {};
    } else if (!form.encoding.empty()) {
        answer.AddHeader("Content-Encoding", form.encoding);
    }
    return answer;
}

}  // namespace fairlead::http
