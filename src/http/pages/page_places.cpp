#include "http/pages/page_places.hpp"

namespace fairlead::http {
namespace {

bool IsWithin(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool LooksLikeFile(std::string_view path) { return path.substr(path.rfind('/') + 1).contains('.'); }

PagePlace PlaceOnPortalDomain(std::string_view path) {
    if (IsWithin(path, "/console")) return PagePlace::kLeadsToRoot;
    return PagePlace::kPortalAtRoot;
}

PagePlace PlaceOnGeneralHost(std::string_view path) {
    if (path == "/") return PagePlace::kLeadsToConsole;
    return IsWithin(path, "/console") ? PagePlace::kConsole : PagePlace::kNothing;
}

}  // namespace

PagePlace PlaceOf(std::string_view path, bool on_portal_domain) {
    if (!path.starts_with('/') || LooksLikeFile(path)) return PagePlace::kNothing;
    if (IsWithin(path, "/api") || IsWithin(path, "/assets")) return PagePlace::kNothing;
    if (IsWithin(path, "/portal")) return PagePlace::kPortal;
    if (path == "/docs" || path == "/docs/") return PagePlace::kDocs;
    return on_portal_domain ? PlaceOnPortalDomain(path) : PlaceOnGeneralHost(path);
}

}  // namespace fairlead::http
