#include "app/outbox/render_postback.hpp"

#include <algorithm>
#include <array>

#include "app/portal/player_alias.hpp"
#include "base/text/text.hpp"
#include "domain/deals/component.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::app {
namespace {

using outbox::Macro;

constexpr std::array<std::string_view, 8> kSecretWords{"KEY", "SECRET", "TOKEN", "PASS", "AUTH", "SIG", "HASH", "PWD"};

void AddOrigin(const OperatorEntry& owner, const std::string& bytes, outbox::MacroValues& values) {
    if (bytes.empty()) return;
    ByteReader reader(bytes);
    const tracking::Origin origin = tracking::ReadOrigin(reader);
    for (std::size_t i = 0; i < origin.subs.size(); ++i) {
        values[static_cast<Macro>(static_cast<std::size_t>(Macro::kSub1) + i)] = origin.subs[i];
    }
    const auto* campaign = origin.campaign ? owner.FindCampaign(*origin.campaign) : nullptr;
    if (campaign != nullptr) values[Macro::kCampaign] = campaign->name;
    const auto* link = origin.link ? owner.FindLink(*origin.link) : nullptr;
    if (link != nullptr) values[Macro::kLink] = link->code;
}

void AddTime(Timestamp time, outbox::MacroValues& values) {
    values[Macro::kTime] = time.ToIso8601();
    values[Macro::kTimestamp] = std::to_string(time.micros / kMicrosPerSecond);
}

// The player and the event behind a share of a sub-affiliate's commission belong to the sub-affiliate. The parent gets
// the ids of its own accruals instead, to find what a reversal takes back.
void HideSubAffiliate(const MessageFacts& facts, outbox::MacroValues& values) {
    for (const Macro macro : {Macro::kPlayer, Macro::kAmount, Macro::kCurrency, Macro::kCountry}) values[macro].clear();
    values[Macro::kEventId] = facts.accrual ? facts.accrual->ToString() : std::string();
    values[Macro::kReverses] = facts.reverses_accrual ? facts.reverses_accrual->ToString() : std::string();
}

bool LooksSecret(std::string_view name) {
    const std::string upper = ToUpperAscii(name);
    return std::ranges::any_of(kSecretWords,
                               [&](std::string_view word) { return upper.find(word) != std::string::npos; });
}

}  // namespace

outbox::MacroValues ValuesOf(const RenderContext& context, const WaitingMessage& message, MessageId id) {
    const MessageFacts& facts = message.facts;
    outbox::MacroValues values;
    values[Macro::kMessageId] = id.ToString();
    values[Macro::kEvent] = message.type;
    if (facts.click) values[Macro::kClickId] = facts.click->ToString();
    AddOrigin(context.owner, facts.origin, values);
    if (facts.event) values[Macro::kEventId] = facts.event->ToString();
    if (facts.player) values[Macro::kPlayer] = PlayerAlias(context.alias_key, facts.affiliate, *facts.player);
    const auto& self = context.owner.records.self;
    if (facts.money && self.postback_amounts) {
        values[Macro::kAmount] = facts.money->amount.ToString();
        values[Macro::kCurrency] = facts.money->currency.code();
    }
    if (facts.commission && self.postback_commission) {
        values[Macro::kCommission] = facts.commission->amount.ToString();
        values[Macro::kCommissionCurrency] = facts.commission->currency.code();
    }
    values[Macro::kCountry] = facts.country;
    const auto* brand = facts.brand ? context.owner.FindBrand(*facts.brand) : nullptr;
    if (brand != nullptr) values[Macro::kBrand] = brand->name;
    AddTime(facts.time, values);
    if (facts.reverses) values[Macro::kReverses] = facts.reverses->ToString();
    if (facts.component == commission::Name(commission::Component::kSubAffiliate)) HideSubAffiliate(facts, values);
    return values;
}

OutgoingRequest RenderPostback(const outbox::Postback& postback, const outbox::MacroValues& values, MessageId id) {
    OutgoingRequest request{.method = std::string(outbox::kMethodNames[static_cast<std::size_t>(postback.method)]),
                            .url = {},
                            .headers = {"X-Fairlead-Message: " + id.ToString()},
                            .body = {}};
    const auto url = outbox::UrlTemplate::Parse(postback.url);
    if (url) request.url = url->Render(values);
    request.url = request.url.substr(0, request.url.find('#'));
    if (postback.method != outbox::Method::kPost) return request;
    // The parameters are sent in the URL and also as a form in the body, because receivers of POST read one or the
    // other.
    const std::size_t query = request.url.find('?');
    if (query != std::string::npos) request.body = request.url.substr(query + 1);
    request.headers.emplace_back("Content-Type: application/x-www-form-urlencoded");
    return request;
}

outbox::MacroValues SampleValues(const RenderContext& context, const outbox::Postback& postback, MessageId id,
                                 Timestamp now) {
    const bool reverses = !postback.triggers.empty() && postback.triggers.front() == outbox::Trigger::kReversal;
    WaitingMessage sample;
    sample.type = postback.triggers.empty() ? std::string() : std::string(outbox::Name(postback.triggers.front()));
    sample.facts = {.affiliate = postback.affiliate,
                    .player = PlayerId::New(),
                    .event = EventId::New(),
                    .time = now,
                    .money = Money{*Decimal::Parse("25"), *Currency::Parse("EUR")},
                    .country = "DE",
                    .brand = postback.scope.brand,
                    .click = ClickId::New(),
                    .origin = {},
                    .accrual = {},
                    .commission = Money{*Decimal::Parse(reverses ? "-10" : "10"), *Currency::Parse("EUR")},
                    .reverses = reverses ? std::optional(EventId::New()) : std::nullopt};
    if (!sample.facts.brand && context.owner.records.brands.begin() != context.owner.records.brands.end()) {
        sample.facts.brand = context.owner.records.brands.begin()->id;
    }
    outbox::MacroValues values = ValuesOf(context, sample, id);
    const auto& scope = postback.scope;
    const auto* campaign = scope.campaign ? context.owner.FindCampaign(*scope.campaign) : nullptr;
    values[Macro::kCampaign] = campaign != nullptr ? campaign->name : "Test campaign";
    const auto* link = scope.link ? context.owner.FindLink(*scope.link) : nullptr;
    values[Macro::kLink] = link != nullptr ? link->code : "test-link";
    for (int i = 0; i < 5; ++i) {
        values[static_cast<Macro>(static_cast<int>(Macro::kSub1) + i)] = "test" + std::to_string(i + 1);
    }
    return values;
}

std::string MaskSecrets(const std::string& url) {
    const std::size_t query = url.find('?');
    if (query == std::string::npos) return url;
    return url.substr(0, query + 1) + MaskParameters(std::string_view(url).substr(query + 1));
}

std::string MaskParameters(std::string_view form) {
    std::string masked;
    while (!form.empty()) {
        const std::size_t end = std::min(form.find('&'), form.size());
        const std::string_view parameter = form.substr(0, end);
        const std::size_t equals = parameter.find('=');
        const bool secret = equals != std::string_view::npos && LooksSecret(parameter.substr(0, equals));
        masked += secret ? std::string(parameter.substr(0, equals)) + "=***" : std::string(parameter);
        if (end < form.size()) masked += '&';
        form.remove_prefix(std::min(end + 1, form.size()));
    }
    return masked;
}

}  // namespace fairlead::app
