#include "app/access/authenticate.hpp"

#include "domain/access/api_key.hpp"

namespace fairlead::app {
namespace {

// One update per second is enough for "last used" and avoids contention between cores on the same cache line.
void NoteUse(KeyActivity& activity, Timestamp now) {
    const std::int64_t last = activity.last_used_micros.load(std::memory_order_relaxed);
    if (now.micros - last < kMicrosPerSecond) return;
    activity.last_used_micros.store(now.micros, std::memory_order_relaxed);
    activity.unsaved.store(true, std::memory_order_relaxed);
}

}  // namespace

std::optional<Caller> Authenticate(const CatalogueSnapshot& catalogue, std::string_view api_key,
                                   const IpAddress& client, Timestamp now) {
    // The hash decides. The length check only avoids hashing a text that cannot be a key.
    if (api_key.size() != access::kApiKeyLength) return std::nullopt;
    const auto found = catalogue.FindKeyByHash(access::HashApiKey(api_key));
    if (!found || !found->key->active) return std::nullopt;
    if (!found->key->allowed_ips.empty() && !AnyContains(found->key->allowed_ips, client)) return std::nullopt;
    NoteUse(*found->activity, now);
    return Caller{found->entry, found->key};
}

}  // namespace fairlead::app
