#include "app/resources/webhook_resource.hpp"

#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/outbox/webhook_secrets.hpp"

namespace fairlead::app {

namespace json = boost::json;
using outbox::Webhook;

namespace {

constexpr std::size_t kWebhooksMax = 50;  // Of one operator, without inactive ones.

Errors CheckWebhookType(const json::value& value, outbox::WebhookType& out) {
    std::size_t index = 0;
    Errors errors = CheckName(value, outbox::kWebhookTypeNames, index);
    if (errors.empty()) out = static_cast<outbox::WebhookType>(index);
    return errors;
}

Errors ReadWebhookTypes(const json::value& value, Webhook& webhook) {
    std::vector<outbox::WebhookType> types;
    Errors errors = CheckList(value, outbox::kWebhookTypeNames.size(), outbox::WebhookType::kAffiliateApplied,
                              CheckWebhookType, types);
    if (!errors.empty()) return errors;
    if (types.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one type");
    std::ranges::sort(types);
    types.erase(std::ranges::unique(types).begin(), types.end());
    webhook.types = std::move(types);
    return {};
}

json::value WriteWebhookTypes(const Webhook& webhook, const View&) {
    json::array names;
    for (const outbox::WebhookType type : webhook.types) names.emplace_back(outbox::Name(type));
    return names;
}

json::value WriteWebhookTime(const std::optional<Timestamp>& time) {
    return time ? json::value(time->ToIso8601()) : json::value(nullptr);
}

json::object MakeWebhookSecret(const DecisionContext&, const ChangeRequest& request, Webhook& webhook) {
    return {{"secret", GiveWebhookSecret(request.token_key, Now(), webhook)}};
}

void ReviseWebhook(const DecisionContext&, const Webhook& before, const json::object&, Webhook& after) {
    if (after.status == outbox::DestinationStatus::kPaused) return;
    if (after.status == outbox::DestinationStatus::kActive && before.status != after.status) after.resumed_at = Now();
    after.pause_reason.clear();
    after.paused_at.reset();
}

Errors CheckWebhook(const DecisionContext& context, const Webhook* before, const Webhook& after) {
    const bool was_paused = before != nullptr && before->status == outbox::DestinationStatus::kPaused;
    if (after.status == outbox::DestinationStatus::kPaused && !was_paused) {
        return Wrong(ErrorCode::kInvalidValue, "only the service can set paused. Use inactive to stop the webhook",
                     "/status");
    }
    std::size_t others = 0;
    for (const Webhook& each : context.own.records.webhooks) {
        if (each.id != after.id && each.status != outbox::DestinationStatus::kInactive) ++others;
    }
    if (after.status == outbox::DestinationStatus::kInactive || others < kWebhooksMax) return {};
    return Wrong(ErrorCode::kInvalidValue,
                 "an operator can have at most " + std::to_string(kWebhooksMax) +
                     " active or paused webhooks. Set another webhook to inactive first",
                 "/status");
}

Declaration<Webhook> DeclareWebhook() {
    json::object type = SchemaOf("string");
    type["enum"] = json::array(outbox::kWebhookTypeNames.begin(), outbox::kWebhookTypeNames.end());
    return {.words = {.path = "/webhooks",
                      .noun = "webhook",
                      .one = "a webhook",
                      .many = "webhooks",
                      .area = access::Area::kAdmin,
                      .for_admins = true,
                      .creation_note = "The response shows the secret, once"},
            .members =
                {
                    IdMember<Webhook>("id"),
                    FormMember("url", MemberUse::kRequired, &Webhook::url, TextSchema(2048), CheckDestination)
                        .Says("The http or https URL that gets the messages", "https://operator.example/fairlead"),
                    Member<Webhook>{.name = "types",
                                    .use = MemberUse::kRequired,
                                    .schema = {{"type", "array"},
                                               {"minItems", 1},
                                               {"maxItems", outbox::kWebhookTypeNames.size()},
                                               {"items", type}},
                                    .read = ReadWebhookTypes,
                                    .write = WriteWebhookTypes}
                        .Says("The types of messages that the URL gets"),
                    NameMember("status", &Webhook::status, outbox::kDestinationStatusNames)
                        .Says("The service sets paused if the URL does not work for a day or answers 410. The messages "
                              "of a paused webhook wait; set active to send them"),
                    ReadOnlyMember<Webhook>(
                        "pauseReason", OrNull(SchemaOf("string")),
                        [](const Webhook& webhook, const View&) { return TextOrNull(webhook.pause_reason); }),
                    ReadOnlyMember<Webhook>(
                        "pausedAt", OrNull(FormatSchema("date-time")),
                        [](const Webhook& webhook, const View&) { return WriteWebhookTime(webhook.paused_at); }),
                    ReadOnlyMember<Webhook>(
                        "previousSecretUntil", OrNull(FormatSchema("date-time")),
                        [](const Webhook& webhook, const View&) { return WriteWebhookTime(webhook.previous_until); })
                        .Says("After a rotation: until when messages are also signed with the previous secret"),
                    ReadOnlyMember<Webhook>("createdAt", FormatSchema("date-time"),
                                            [](const Webhook& webhook, const View&) {
                                                return json::value(webhook.created_at.ToIso8601());
                                            }),
                },
            .table = &OperatorTables::webhooks,
            .complete = MakeWebhookSecret,
            .revise = ReviseWebhook,
            .check = CheckWebhook,
            .shown_once = {{"secret", {{"type", "string"}, {"pattern", "^whsec_[A-Za-z0-9+/=]+$"}}}}};
}

const DeclaredResource<Webhook>& DeclaredWebhooks() {
    static const DeclaredResource<Webhook> kResource(DeclareWebhook());
    return kResource;
}

}  // namespace

const CatalogueResource& WebhookResource() { return DeclaredWebhooks(); }

ManageCatalogue::Decide RotateWebhookSecret(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const OperatorEntry& own = context.own;
        const Webhook* before = own.FindWebhook(DestinationId{id});
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        Webhook after = *before;
        const std::string secret = GiveWebhookSecret(request.token_key, Now(), after);
        const auto audited = [&](const Webhook& webhook) {
            return json::serialize(EncodeForAudit(DeclaredWebhooks().members(), webhook, own));
        };
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = own.records.self.id,
                       .based_on_version = own.records.version,
                       .upserts = {after},
                       .audit = {{.actor = request.actor,
                                  .action = "webhook.rotateSecret",
                                  .subject = "webhook/" + after.id.ToString(),
                                  .before = audited(*before),
                                  .after = audited(after)}}},
            .answer = Encode(DeclaredWebhooks().members(), after, {own, request.api_url, request.token_key})};
        decision.answer["secret"] = secret;
        return decision;
    };
}

}  // namespace fairlead::app
