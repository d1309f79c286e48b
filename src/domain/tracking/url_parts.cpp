#include "domain/tracking/url_parts.hpp"

#include <string>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

namespace fairlead::tracking {
namespace {

namespace urls = boost::urls;

// Its name differs between releases of Boost, as does the name of Boost's view of a string.
using ParsedUrl = decltype(urls::parse_uri(std::string_view()));

// Boost 1.81 reads the host 1.2.3.4.example.com as the address 1.2.3.4, followed by a path without a slash.
bool IsNameTakenForAddress(const urls::url_view& url) {
    return url.host_type() == urls::host_type::ipv4 && !url.has_port() && !url.encoded_path().empty() &&
           !url.encoded_path().starts_with('/');
}

}  // namespace

std::optional<UrlParts> SplitUrl(std::string_view url) {
    std::string text(url);
    ParsedUrl parsed = urls::parse_uri(text);
    if (parsed && IsNameTakenForAddress(*parsed)) {
        // With a letter in the place of the first digit, it is a name. The parts are taken from the original text.
        text[static_cast<std::size_t>(parsed->encoded_host().data() - text.data())] = 'n';
        parsed = urls::parse_uri(text);
    }
    if (!parsed) return std::nullopt;
    const auto original = [&](const auto& part) {
        if (part.empty()) return std::string_view();
        return url.substr(static_cast<std::size_t>(part.data() - text.data()), part.size());
    };
    UrlParts parts{.scheme = parsed->scheme_id(),
                   .host_type = parsed->has_authority() ? parsed->host_type() : urls::host_type::none,
                   .host = original(parsed->encoded_host()),
                   .port = std::nullopt,
                   .path = original(parsed->encoded_path()),
                   .query = original(parsed->encoded_query()),
                   .has_user = parsed->has_userinfo()};
    if (parsed->has_port()) parts.port = original(parsed->port());
    return parts;
}

}  // namespace fairlead::tracking
