#pragma once

#include "app/images/image_cache.hpp"
#include "app/images/image_watch.hpp"
#include "app/ports/ledger.hpp"
#include "cli/settings.hpp"
#include "http/handlers/catalogue/images.hpp"

namespace fairlead::service {

// Uploaded images: the cache that serves them and the thread that drops unused ones. Everything that it is given
// outlives it.
class Images {
public:
    Images(const cli::Settings& settings, app::Ledger& ledger, const app::Catalogue& catalogue,
           app::ManageCatalogue& manage_catalogue);

    void AddRoutes(http::Router& router, const http::CallerSources& callers,
                   const http::ResourceDependencies& resources);
    void Start() { watch_.Start(); }
    void Stop() { watch_.Stop(); }

private:
    const app::Catalogue& catalogue_;
    app::ImageLimits limits_;
    app::ImageCache cache_;
    app::ImageWatch watch_;
};

}  // namespace fairlead::service
