#pragma once

#include <string>

#include "base/id/ids.hpp"
#include "domain/tracking/destination.hpp"
#include "http/tracking/tracking_answers.hpp"

namespace fairlead::http {

// The redirect of a visitor whose click is only counted. The click id in the URL belongs to no recorded click.
inline Response RedirectUnstored(const tracking::Destination& destination, const tracking::RelativePath& path) {
    std::string line(kLocation);
    destination.AppendRedirect(path, ClickId::New(), line);
    return Redirect(std::move(line.append("\r\n")));
}

}  // namespace fairlead::http
