#pragma once

#include "app/resources/image_resource.hpp"
#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::app {
class ImageCache;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of images use. They outlive the router.
struct ImageDependencies {
    ResourceDependencies resources;
    const app::Catalogue& catalogue;
    app::ImageCache& cache;
    app::ImageLimits limits;
};

// /images for the operator, and GET /track/image/{imageId} for everybody.
void AddImageRoutes(Router& router, const CallerSources& callers, const ImageDependencies& dependencies);

}  // namespace fairlead::http
