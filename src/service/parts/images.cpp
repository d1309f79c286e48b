#include "service/parts/images.hpp"

namespace fairlead::service {
namespace {

constexpr std::int64_t kImageBytesPerMb = 1 << 20;
constexpr double kMicrosPerDay = 86'400.0 * 1e6;

}  // namespace

Images::Images(const cli::Settings& settings, app::Ledger& ledger, const app::Catalogue& catalogue,
               app::ManageCatalogue& manage_catalogue)
    : catalogue_(catalogue),
      limits_{.count_max = settings.images_max, .bytes_max = settings.images_mb_max * kImageBytesPerMb},
      cache_(ledger.catalogue(), static_cast<std::size_t>(settings.image_cache_mb * kImageBytesPerMb)),
      watch_(catalogue, manage_catalogue, static_cast<std::int64_t>(settings.drop_images_after_days * kMicrosPerDay)) {}

void Images::AddRoutes(http::Router& router, const http::CallerSources& callers,
                       const http::ResourceDependencies& resources) {
    AddImageRoutes(router, callers,
                   {.resources = resources, .catalogue = catalogue_, .cache = cache_, .limits = limits_});
}

}  // namespace fairlead::service
