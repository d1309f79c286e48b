#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "domain/outbox/url_template.hpp"

namespace fairlead::app {

namespace json = boost::json;
using outbox::Postback;

namespace {

constexpr std::size_t kPostbacksMax = 50;  // Of one affiliate.

Errors CheckTriggerName(const json::value& value, outbox::Trigger& out) {
    std::size_t index = 0;
    Errors errors = CheckName(value, outbox::kTriggerNames, index);
    if (errors.empty()) out = static_cast<outbox::Trigger>(index);
    return errors;
}

Errors ReadPostbackTriggers(const json::value& value, Postback& postback) {
    std::vector<outbox::Trigger> triggers;
    Errors errors =
        CheckList(value, outbox::kTriggerNames.size(), outbox::Trigger::kRegistration, CheckTriggerName, triggers);
    if (!errors.empty()) return errors;
    if (triggers.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one trigger");
    std::vector<outbox::Trigger> each_once;
    for (const outbox::Trigger trigger : triggers) {
        if (std::ranges::find(each_once, trigger) == each_once.end()) each_once.push_back(trigger);
    }
    postback.triggers = std::move(each_once);
    return {};
}

json::value WritePostbackTriggers(const Postback& postback, const View&) {
    json::array names;
    for (const outbox::Trigger trigger : postback.triggers) names.emplace_back(outbox::Name(trigger));
    return names;
}

// The macros are checked first, because the error names the position. Then the URL is checked with a letter in place of
// each macro.
Errors CheckPostbackUrl(const json::value& value, std::string& out) {
    std::string text;
    if (Errors errors = CheckText(value, 2048, text); !errors.empty()) return errors;
    const auto url = outbox::UrlTemplate::Parse(text);
    if (!url) return Wrong(url.error().code, url.error().message);
    outbox::MacroValues letters;
    for (std::size_t i = 0; i < outbox::kMacroNames.size(); ++i) letters[static_cast<outbox::Macro>(i)] = "x";
    std::string plain;
    if (Errors errors = CheckDestination(json::value(url->Render(letters)), plain); !errors.empty()) return errors;
    out = std::move(text);
    return {};
}

template <class IdType>
Member<Postback> PostbackScopeMember(std::string_view name, std::string_view noun,
                                     std::optional<IdType> outbox::Scope::* field, auto find) {
    return {.name = name,
            .schema = OrNull(FormatSchema("uuid")),
            .read =
                [=](const json::value& value, Postback& postback) {
                    IdType id;
                    Errors errors = value.is_null() ? Errors() : CheckId(value, id);
                    if (errors.empty()) postback.scope.*field = value.is_null() ? std::nullopt : std::optional(id);
                    return errors;
                },
            .write =
                [=](const Postback& postback, const View&) {
                    const auto& id = postback.scope.*field;
                    return id ? json::value(id->ToString()) : json::value(nullptr);
                },
            .refer =
                [=](const OperatorEntry& entry, const Postback& postback) {
                    const auto& id = postback.scope.*field;
                    return !id || (entry.*find)(*id) != nullptr ? Errors() : Unknown(noun);
                },
            .filter = [=](std::string_view wanted) -> Filter<Postback> {
                if (wanted == kAbsent) return [field](const Postback& each) { return !(each.scope.*field); };
                return
                    [field, id = IdType::Parse(wanted)](const Postback& each) { return id && each.scope.*field == id; };
            }};
}

// An event writes a message for each postback, so the number of postbacks is limited.
bool HasTooManyPostbacks(const OperatorEntry& owner, const Postback& added) {
    std::size_t others = 0;
    for (const Postback& each : owner.records.postbacks) {
        const bool counts = each.status != outbox::DestinationStatus::kInactive && each.id != added.id;
        if (counts && each.affiliate == added.affiliate) ++others;
    }
    return others >= kPostbacksMax;
}

// The parts of the scope must fit together.
Errors CheckPostback(const DecisionContext& context, const Postback* before, const Postback& after) {
    if (before != nullptr && before->affiliate != after.affiliate) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed", "/affiliateId");
    }
    const auto* link = after.scope.link ? context.own.FindLink(*after.scope.link) : nullptr;
    if (link != nullptr && link->affiliate != after.affiliate) {
        return Wrong(ErrorCode::kInvalidValue, "there is no such link", "/linkId");
    }
    if (link != nullptr && after.scope.brand && link->brand != *after.scope.brand) {
        return Wrong(ErrorCode::kInvalidValue, "must be a link of the postback's brand", "/linkId");
    }
    const auto* campaign = after.scope.campaign ? context.own.FindCampaign(*after.scope.campaign) : nullptr;
    if (campaign != nullptr && after.scope.brand && campaign->brand != *after.scope.brand) {
        return Wrong(ErrorCode::kInvalidValue, "must be a campaign of the postback's brand", "/campaignId");
    }
    if (after.status != outbox::DestinationStatus::kInactive && HasTooManyPostbacks(context.own, after)) {
        return Wrong(ErrorCode::kInvalidValue,
                     "an affiliate can have at most " + std::to_string(kPostbacksMax) +
                         " active or paused postbacks. Set another postback to inactive first",
                     "/status");
    }
    if (after.status == outbox::DestinationStatus::kPaused &&
        (before == nullptr || before->status != outbox::DestinationStatus::kPaused)) {
        return Wrong(ErrorCode::kInvalidValue, "only the service can set paused. Use inactive to stop the postback",
                     "/status");
    }
    return {};
}

// A person who sets a paused postback to active or inactive has seen the reason, so the reason is removed.
void RevisePostback(const DecisionContext&, const Postback& before, const json::object&, Postback& after) {
    if (after.status == outbox::DestinationStatus::kPaused) return;
    if (after.status == outbox::DestinationStatus::kActive && before.status != after.status) after.resumed_at = Now();
    after.pause_reason.clear();
    after.paused_at.reset();
}

Declaration<Postback> DeclarePostback() {
    return {.words = {.path = "/postbacks",
                      .noun = "postback",
                      .one = "a postback",
                      .many = "postbacks",
                      .area = access::Area::kTracking},
            .members =
                {
                    IdMember<Postback>("id"),
                    ReferenceMember("affiliateId", "affiliate", &Postback::affiliate, &OperatorEntry::FindAffiliate)
                        .Says("The affiliate that gets the messages. It cannot be changed"),
                    TextMember("name", MemberUse::kRequired, &Postback::name),
                    Member<Postback>{.name = "triggers",
                                     .use = MemberUse::kRequired,
                                     .schema = {{"type", "array"},
                                                {"minItems", 1},
                                                {"maxItems", outbox::kTriggerNames.size()},
                                                {"items",
                                                 {{"type", "string"},
                                                  {"enum", json::array(outbox::kTriggerNames.begin(),
                                                                       outbox::kTriggerNames.end())}}}},
                                     .read = ReadPostbackTriggers,
                                     .write = WritePostbackTriggers}
                        .Says("What causes a message"),
                    PostbackScopeMember("brandId", "brand", &outbox::Scope::brand, &OperatorEntry::FindBrand)
                        .Says("Only players of this brand; null for all"),
                    PostbackScopeMember("campaignId", "campaign", &outbox::Scope::campaign,
                                        &OperatorEntry::FindCampaign)
                        .Says("Only players of this campaign; null for all"),
                    PostbackScopeMember("linkId", "link", &outbox::Scope::link, &OperatorEntry::FindLink)
                        .Says("Only players of this link; null for all"),
                    NameMember("method", &Postback::method, outbox::kMethodNames),
                    FormMember("url", MemberUse::kRequired, &Postback::url, TextSchema(2048), CheckPostbackUrl)
                        .Says("An http or https URL with macros in braces, each percent-encoded when it is sent",
                              "https://tracker.example/postback?id={click_id}&event={event}"),
                    NameMember("status", &Postback::status, outbox::kDestinationStatusNames)
                        .Says("The service sets paused if the URL does not work for a day or answers 410. The messages "
                              "of a paused postback wait; set active to send them"),
                    ReadOnlyMember<Postback>(
                        "pauseReason", OrNull(SchemaOf("string")),
                        [](const Postback& postback, const View&) { return TextOrNull(postback.pause_reason); }),
                    ReadOnlyMember<Postback>("pausedAt", OrNull(FormatSchema("date-time")),
                                             [](const Postback& postback, const View&) {
                                                 return postback.paused_at
                                                            ? json::value(postback.paused_at->ToIso8601())
                                                            : json::value(nullptr);
                                             }),
                },
            .table = &OperatorTables::postbacks,
            .revise = RevisePostback,
            .check = CheckPostback};
}

}  // namespace

const CatalogueResource& PostbackResource() {
    static const DeclaredResource<Postback> kResource(DeclarePostback());
    return kResource;
}

}  // namespace fairlead::app
