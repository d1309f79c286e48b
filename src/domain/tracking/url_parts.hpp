#pragma once

#include <optional>
#include <string_view>

#include <boost/url/host_type.hpp>
#include <boost/url/scheme.hpp>

namespace fairlead::tracking {

// The parts of an absolute URL as they are in its text, without decoding.
struct UrlParts {
    boost::urls::scheme scheme = boost::urls::scheme::none;
    boost::urls::host_type host_type = boost::urls::host_type::none;  // None: the URL has no authority.
    std::string_view host;
    std::optional<std::string_view> port;  // May be empty, as in "http://host:/".
    std::string_view path;
    std::string_view query;
    bool has_user = false;
};

// Nothing if the text does not follow RFC 3986. The parts point into `url`.
std::optional<UrlParts> SplitUrl(std::string_view url);

}  // namespace fairlead::tracking
