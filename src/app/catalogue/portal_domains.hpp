#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// What an affiliate sees of an operator before logging in. Texts are empty where nothing is set.
struct PortalBranding {
    std::string name;
    std::string logo_url;
    std::string primary_color;

    bool operator==(const PortalBranding&) const = default;
};

// The portal's name is the operator's where it has none of its own.
PortalBranding BrandingOfOperator(const catalogue::Operator& self);

// The host that a Host header names, as domains are stored: lower-cased, without its port and a final dot.
std::string HostName(std::string_view host_header);

// Whose portal a host is. What it has gathered of a snapshot serves until the catalogue changes, so that only pages pay
// for it. From any thread.
class PortalDomains {
public:
    // `public_url` is where the world finds the service; empty: nobody has said.
    PortalDomains(const Catalogue& catalogue, const std::string& public_url)
        : catalogue_(catalogue), knows_own_host_(!public_url.empty()) {}

    // Null where the host is no operator's own portal.
    std::shared_ptr<const OperatorEntry> Find(std::string_view host_header) const;

    // The same, but null too where the host may be that of everybody's console: a service of several operators that
    // does not know its own host cannot keep one of them from naming it as its portal's.
    std::shared_ptr<const OperatorEntry> FindExclusive(std::string_view host_header) const;

    // Of the operator whose host it is; elsewhere of the only operator there is, or of nobody.
    PortalBranding BrandingOf(std::string_view host_header) const;

private:
    struct Index;

    std::shared_ptr<const Index> IndexOf(const std::shared_ptr<const CatalogueSnapshot>& snapshot) const;

    const Catalogue& catalogue_;
    const bool knows_own_host_;
    mutable std::atomic<std::shared_ptr<const Index>> index_;
};

}  // namespace fairlead::app
