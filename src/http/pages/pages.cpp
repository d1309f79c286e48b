#include "http/pages/pages.hpp"

#include <memory>
#include <optional>
#include <unordered_map>

#include <boost/json.hpp>

#include "app/catalogue/portal_domains.hpp"
#include "base/crypto/random.hpp"
#include "http/codec/accounts/account_json.hpp"
#include "http/pages/file_answer.hpp"
#include "http/pages/page_targets.hpp"
#include "http/pages/page_template.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kNonceDigits = 32;

// Only our own script files run. Styles that components add have the nonce. Logos and banners may come from any host.
std::string ContentSecurityPolicy(std::string_view nonce) {
    std::string policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-";
    policy.append(nonce);
    return policy.append(
        "'; img-src 'self' data: https: http:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
}

void AddPageHeaders(Response& answer, std::string_view nonce) {
    answer.AddHeader("Content-Security-Policy", ContentSecurityPolicy(nonce));
    answer.AddHeader("Cross-Origin-Opener-Policy", "same-origin");
    answer.AddHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    // The URL of a page may contain an invitation, which other sites must not see.
    answer.AddHeader("Referrer-Policy", "same-origin");
    answer.AddHeader("X-Frame-Options", "DENY");
}

Response RedirectTo(std::string_view path) {
    Response answer{.status = 302, .content_type = {}};
    answer.AddHeader("Location", path);
    return answer;
}

// Answers all paths without an API route. Immutable, so any thread may use it.
class Pages {
public:
    Pages(const app::PortalDomains& domains, app::WebFiles files) : domains_(domains) {
        for (const app::WebFile& file : files) {
            if (file.path.ends_with("/index.html")) {
                pages_.emplace(file.path.substr(0, file.path.find('/')), PageTemplate(file.plain));
            } else {
                files_.emplace(file.path, &file);
            }
        }
    }

    Response Answer(const Request& request) const {
        const auto found = Find(request);
        if (!found) return PathNotFound(request);
        if (request.method != "GET" && request.method != "HEAD") return MethodNotAllowed(request, "GET, HEAD");
        Response answer = (*found)();
        if (request.asked_by_https) answer.AddHeader("Strict-Transport-Security", "max-age=31536000");
        return answer;
    }

private:
    using MakeAnswer = std::function<Response()>;

    // Returns a function that makes the answer, or nothing if there is no page.
    std::optional<MakeAnswer> Find(const Request& request) const {
        if (!request.path.starts_with('/')) return std::nullopt;
        const bool on_portal_domain = domains_.Find(request.Header("Host")) != nullptr;
        if (const auto file = files_.find(request.path.substr(1)); file != files_.end()) {
            // The portal of an operator does not show our icon.
            if (on_portal_domain && file->first.starts_with("favicon.")) return std::nullopt;
            return [&request, found = file->second] { return FileAnswer(*found, request); };
        }
        switch (FindPageTarget(request.path, on_portal_domain)) {
            case PageTarget::kNone: return std::nullopt;
            case PageTarget::kConsole: return Page("console");
            case PageTarget::kPortal: return Page("portal");
            case PageTarget::kPortalAtRoot: return Page("portal", "/");
            case PageTarget::kDocs: return Page("docs");
            case PageTarget::kRedirectToConsole: return [] { return RedirectTo("/console"); };
            case PageTarget::kRedirectToRoot:
                if (!domains_.FindExclusive(request.Header("Host"))) return Page("console");
                return [] { return RedirectTo("/"); };
        }
        return std::nullopt;
    }

    std::optional<MakeAnswer> Page(std::string_view name, std::string_view portal_base = "/portal") const {
        const auto page = pages_.find(name);
        if (page == pages_.end()) return std::nullopt;
        return [found = &page->second, portal_base] {
            const std::string nonce = RandomHex(kNonceDigits);
            Response answer{.content_type = kHtmlType,
                            .cache_control = "no-cache",
                            .body = found->Fill({.nonce = nonce, .base = portal_base})};
            AddPageHeaders(answer, nonce);
            return answer;
        };
    }

    const app::PortalDomains& domains_;
    std::unordered_map<std::string_view, const app::WebFile*> files_;  // By path.
    std::unordered_map<std::string_view, PageTemplate> pages_;         // By name: "console".
};

}  // namespace

void AddPages(Router& router, const app::Catalogue& catalogue, const std::string& public_url, app::WebFiles files) {
    const auto domains = std::make_shared<const app::PortalDomains>(catalogue, public_url);
    router.Add("GET", std::string(kBasePath) + "/portal/branding",
               [domains](const Request& request, Responder responder) {
                   const auto branding = domains->BrandingOf(request.Header("Host"));
                   responder.Send({.body = json::serialize(EncodeBranding(branding))});
               });
    router.AddFallback([domains, pages = std::make_shared<const Pages>(*domains, files)](
                           const Request& request, Responder responder) { responder.Send(pages->Answer(request)); });
}

}  // namespace fairlead::http
