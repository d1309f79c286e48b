#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "base/published.hpp"

namespace fairlead::app {

// What an affiliate sees of an operator before the login. Texts are empty if not set.
struct PortalBranding {
    std::string name;
    std::string logo_url;
    std::string primary_color;

    bool operator==(const PortalBranding&) const = default;
};

// The portal's name, or the operator's name if the portal has none.
PortalBranding BrandingOfOperator(const catalogue::Operator& self);

// The host of a Host header in the form in which domains are stored: in lower case, without the port and a final dot.
std::string HostName(std::string_view host_header);

// Finds the operator of a portal's host. The index is kept until the catalogue changes, and only requests for pages
// build it. Safe from any thread.
class PortalDomains {
public:
    // `public_url` is the public URL of the service; empty if not configured.
    PortalDomains(const Catalogue& catalogue, const std::string& public_url)
        : catalogue_(catalogue), knows_own_host_(!public_url.empty()) {}

    // Null if the host is not the portal domain of an operator.
    std::shared_ptr<const OperatorEntry> Find(std::string_view host_header) const;

    // The same, but also null if the host could be the console of all operators: a service of several operators that
    // does not know its own host cannot prevent one of them from declaring that host as a portal domain.
    std::shared_ptr<const OperatorEntry> FindExclusive(std::string_view host_header) const;

    // Whether users of the operator are known at the host. At the portal domain of an operator, only its own users are
    // known.
    bool AreUsersKnownAt(std::string_view host_header, OperatorId owner) const;

    // The branding of the host's operator. For other hosts: of the only operator, or none if there are several.
    PortalBranding BrandingOf(std::string_view host_header) const;

private:
    struct Index;

    std::shared_ptr<const Index> IndexOf(const std::shared_ptr<const CatalogueSnapshot>& snapshot) const;

    const Catalogue& catalogue_;
    const bool knows_own_host_;
    mutable Published<Index> index_;
};

}  // namespace fairlead::app
