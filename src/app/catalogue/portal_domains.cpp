#include "app/catalogue/portal_domains.hpp"

#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kServiceName = "Fairlead";

char ToLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

PortalBranding BrandingOfOperator(const catalogue::Operator& self) {
    return {.name = self.portal.name.empty() ? self.name : self.portal.name,
            .logo_url = self.portal.logo_url,
            .primary_color = self.portal.primary_color};
}

struct PortalDomains::Index {
    // A weak pointer, so that the index does not keep an old catalogue in memory.
    std::weak_ptr<const CatalogueSnapshot> snapshot;
    std::unordered_map<std::string, OperatorId, TextHash, std::equal_to<>> owners;
};

std::string HostName(std::string_view host_header) {
    const auto bracket = host_header.find(']');
    const auto colon = host_header.find(':', bracket == std::string_view::npos ? 0 : bracket);
    std::string_view host = host_header.substr(0, colon);
    if (host.ends_with('.')) host.remove_suffix(1);
    std::string name(host);
    std::ranges::transform(name, name.begin(), ToLower);
    return name;
}

std::shared_ptr<const PortalDomains::Index> PortalDomains::IndexOf(
    const std::shared_ptr<const CatalogueSnapshot>& snapshot) const {
    auto index = index_.Load();
    if (index && index->snapshot.lock() == snapshot) return index;
    auto fresh = std::make_shared<Index>();
    fresh->snapshot = snapshot;
    for (const auto& [id, entry] : snapshot->entries()) {
        for (const auto& domain : entry->records.self.portal.domains) fresh->owners.emplace(domain, id);
    }
    index_.Store(fresh);
    return fresh;
}

std::shared_ptr<const OperatorEntry> PortalDomains::Find(std::string_view host_header) const {
    const auto snapshot = catalogue_.Current();
    const auto index = IndexOf(snapshot);
    const auto found = index->owners.find(HostName(host_header));
    return found == index->owners.end() ? nullptr : snapshot->Find(found->second);
}

std::shared_ptr<const OperatorEntry> PortalDomains::FindExclusive(std::string_view host_header) const {
    const bool exclusive = knows_own_host_ || catalogue_.Current()->entries().size() == 1;
    return exclusive ? Find(host_header) : nullptr;
}

bool PortalDomains::AreUsersKnownAt(std::string_view host_header, OperatorId owner) const {
    const auto exclusive = FindExclusive(host_header);
    return !exclusive || exclusive->records.self.id == owner;
}

PortalBranding PortalDomains::BrandingOf(std::string_view host_header) const {
    if (const auto entry = Find(host_header)) return BrandingOfOperator(entry->records.self);
    const auto snapshot = catalogue_.Current();
    if (snapshot->entries().size() == 1) return BrandingOfOperator(snapshot->entries().begin()->second->records.self);
    return {.name = std::string(kServiceName)};
}

}  // namespace fairlead::app
