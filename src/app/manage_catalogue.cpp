#include "app/manage_catalogue.hpp"

#include "app/resources/api_key_resource.hpp"
#include "app/resources/brand_resource.hpp"
#include "domain/access/api_key.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::ApiKey;
using catalogue::Brand;

namespace {

constexpr int kAttemptsMax = 5;

// What is being done to a resource, in the audit log's words.
struct Deed {
    std::string actor;
    std::string action;
    std::string subject;
};

// A resource that was read from a body, as a decision with its audit entry. `before` is null at creation.
template <class Resource>
ManageCatalogue::Decision Decided(const OperatorEntry& entry, const Members<Resource>& members, const Resource* before,
                                  const Resource& after, const Deed& deed) {
    json::object answer = Encode(members, after);
    AuditEntry audit{.actor = deed.actor,
                     .action = deed.action,
                     .subject = deed.subject,
                     .before = before == nullptr ? std::string() : json::serialize(Encode(members, *before)),
                     .after = json::serialize(answer)};
    return {.change = {.owner = entry.records.self.id,
                       .based_on_version = entry.records.version,
                       .upserts = {after},
                       .audit = {std::move(audit)}},
            .answer = std::move(answer)};
}

template <class Resource>
std::expected<ManageCatalogue::Decision, Errors> DecideUpdate(const OperatorEntry& entry,
                                                              const Members<Resource>& members, const Resource* before,
                                                              const json::value& body, const Deed& deed) {
    if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
    Resource after = *before;
    if (Errors errors = Decode(members, body, DecodeMode::kUpdate, after); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    return Decided(entry, members, before, after, deed);
}

ApiKey WithLastUse(const OperatorEntry& entry, ApiKey key) {
    key.last_used_at = entry.LastUsed(key);
    return key;
}

}  // namespace

void ManageCatalogue::Change(OperatorId owner, Decide decide, ObjectDone done) {
    Attempt(owner, std::move(decide), std::move(done), kAttemptsMax);
}

void ManageCatalogue::Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left) {
    const auto entry = catalogue_.Current()->Find(owner);
    if (!entry) return done(std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such operator")));
    auto decision = decide(*entry);
    if (!decision) return done(std::unexpected(std::move(decision.error())));
    ledger_.Apply(std::move(decision->change),
                  [this, owner, decide = std::move(decide), done = std::move(done),
                   answer = std::move(decision->answer), attempts_left](Status applied) mutable {
                      const bool outdated = !applied && applied.error().code == ErrorCode::kConflict;
                      if (!applied && !outdated) return done(std::unexpected(Errors{applied.error()}));
                      if (auto loaded = catalogue_.Reload(owner); !loaded)
                          return done(std::unexpected(Errors{loaded.error()}));
                      if (!outdated) return done(std::move(answer));
                      if (attempts_left <= 1) return done(std::unexpected(Errors{applied.error()}));
                      Attempt(owner, std::move(decide), std::move(done), attempts_left - 1);
                  });
}

ManageCatalogue::Decide CreateBrand(json::value body, std::string actor) {
    return [body = std::move(body), actor = std::move(actor),
            id = BrandId::New()](const OperatorEntry& entry) -> std::expected<ManageCatalogue::Decision, Errors> {
        Brand brand{.id = id, .created_at = Now()};
        if (Errors errors = Decode(BrandMembers(), body, DecodeMode::kCreate, brand); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        return Decided<Brand>(entry, BrandMembers(), nullptr, brand, {actor, "brand.create", "brand/" + id.ToString()});
    };
}

ManageCatalogue::Decide UpdateBrand(BrandId id, json::value body, std::string actor) {
    return [id, body = std::move(body), actor = std::move(actor)](const OperatorEntry& entry) {
        return DecideUpdate(entry, BrandMembers(), entry.FindBrand(id), body,
                            {actor, "brand.update", "brand/" + id.ToString()});
    };
}

ManageCatalogue::Decide CreateApiKey(json::value body, std::string actor) {
    return [body = std::move(body), actor = std::move(actor), id = ApiKeyId::New(), secret = access::NewApiKey()](
               const OperatorEntry& entry) -> std::expected<ManageCatalogue::Decision, Errors> {
        ApiKey key{
            .id = id, .prefix = access::DisplayPrefix(secret), .hash = access::HashApiKey(secret), .created_at = Now()};
        if (Errors errors = Decode(ApiKeyMembers(), body, DecodeMode::kCreate, key); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        auto decision =
            Decided<ApiKey>(entry, ApiKeyMembers(), nullptr, key, {actor, "apiKey.create", "apiKey/" + id.ToString()});
        decision.answer["key"] = secret;
        return decision;
    };
}

ManageCatalogue::Decide UpdateApiKey(ApiKeyId id, json::value body, std::string actor) {
    return [id, body = std::move(body), actor = std::move(actor)](const OperatorEntry& entry) {
        const ApiKey* key = entry.FindKey(id);
        const auto before = key == nullptr ? std::nullopt : std::optional(WithLastUse(entry, *key));
        return DecideUpdate(entry, ApiKeyMembers(), before ? &*before : nullptr, body,
                            {actor, "apiKey.update", "apiKey/" + id.ToString()});
    };
}

std::vector<json::object> BrandObjects(const OperatorEntry& entry) {
    std::vector<json::object> objects;
    objects.reserve(entry.records.brands.size());
    for (const Brand& brand : entry.records.brands) objects.push_back(Encode(BrandMembers(), brand));
    return objects;
}

std::vector<json::object> ApiKeyObjects(const OperatorEntry& entry) {
    std::vector<json::object> objects;
    objects.reserve(entry.records.api_keys.size());
    for (const ApiKey& key : entry.records.api_keys) {
        objects.push_back(Encode(ApiKeyMembers(), WithLastUse(entry, key)));
    }
    return objects;
}

}  // namespace fairlead::app
