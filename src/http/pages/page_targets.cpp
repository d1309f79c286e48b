#include "http/pages/page_targets.hpp"

namespace fairlead::http {
namespace {

bool IsWithin(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool LooksLikeFile(std::string_view path) { return path.substr(path.rfind('/') + 1).contains('.'); }

PageTarget TargetOnPortalDomain(std::string_view path) {
    if (IsWithin(path, "/console")) return PageTarget::kRedirectToRoot;
    return PageTarget::kPortalAtRoot;
}

PageTarget TargetOnGeneralHost(std::string_view path) {
    if (path == "/") return PageTarget::kRedirectToConsole;
    return IsWithin(path, "/console") ? PageTarget::kConsole : PageTarget::kNone;
}

}  // namespace

PageTarget FindPageTarget(std::string_view path, bool on_portal_domain) {
    if (!path.starts_with('/') || LooksLikeFile(path)) return PageTarget::kNone;
    if (IsWithin(path, "/api") || IsWithin(path, "/assets")) return PageTarget::kNone;
    if (IsWithin(path, "/portal")) return PageTarget::kPortal;
    if (path == "/docs" || path == "/docs/") return PageTarget::kDocs;
    return on_portal_domain ? TargetOnPortalDomain(path) : TargetOnGeneralHost(path);
}

}  // namespace fairlead::http
