#include "http/pages/file_answer.hpp"

#include <string>

#include "base/text/text.hpp"
#include "http/pages/accept_encoding.hpp"

namespace fairlead::http {
namespace {

constexpr std::string_view kForEver = "public, max-age=31536000, immutable";
constexpr std::string_view kAskAgain = "no-cache";

// A form as it is sent. Each has a tag of its own: two that differ in a byte are not the same to a cache.
struct SentForm {
    std::string_view body;
    std::string_view encoding;  // Empty for the plain one.
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

// Compared weakly, as RFC 9110 asks of If-None-Match.
bool Names(std::string_view if_none_match, std::string_view tag) {
    for (std::string_view known : SplitTrimmed(if_none_match, ',')) {
        if (known == "*") return true;
        if (known.starts_with("W/")) known.remove_prefix(2);
        if (known == tag) return true;
    }
    return false;
}

}  // namespace

Response FileAnswer(const app::WebFile& file, const Request& request) {
    const bool has_brotli = !file.brotli.empty();
    const bool has_gzip = !file.gzip.empty();
    const SentForm form = FormOf(file, ChooseForm(request.Header("Accept-Encoding"), has_brotli, has_gzip));
    Response answer{.content_type = file.content_type,
                    .cache_control = file.path.starts_with("assets/") ? kForEver : kAskAgain,
                    .fixed_body = form.body};
    answer.AddHeader("ETag", form.tag);
    if (has_brotli || has_gzip) answer.AddHeader("Vary", "Accept-Encoding");
    answer.AddHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (Names(request.Header("If-None-Match"), form.tag)) {
        answer.status = 304;
        answer.content_type = {};
        answer.fixed_body = {};
    } else if (!form.encoding.empty()) {
        answer.AddHeader("Content-Encoding", form.encoding);
    }
    return answer;
}

}  // namespace fairlead::http
