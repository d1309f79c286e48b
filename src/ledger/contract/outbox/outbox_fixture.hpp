#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/await.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "domain/outbox/message.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {

// For tests of the outbox: an affiliate with a CPA deal, its postbacks, and a player that it brings.
class OutboxContract : public LedgerContract {
protected:
    static constexpr std::int64_t kLease = 10 * kMicrosPerSecond;
    using Recorded = Result<std::vector<app::ChangedDuringAttempt>>;

    void SetUp() override {
        owner_ = MakeOperator();
        deal_.id = DealId::New();
        deal_.name = "CPA";
        deal_.created_at = Now();
        deal_.versions = {{.number = 1,
                           .terms = {.cpa = commission::CpaTerms{.amount = *Decimal::Parse("50")}},
                           .created_at = Now()}};
        affiliate_ = {
            .id = tracking::NthId<AffiliateId>(1), .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        affiliate_.deals = {deal_.id};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(deal_);
        change.upserts.emplace_back(affiliate_);
        ASSERT_TRUE(Apply(std::move(change)));
        brand_ = BrandOf(owner_);
    }

    DestinationId Subscribe(std::vector<outbox::Trigger> triggers) {
        const outbox::Postback postback{.id = DestinationId::New(),
                                        .affiliate = affiliate_.id,
                                        .name = "Tracker",
                                        .triggers = std::move(triggers),
                                        .scope = {},
                                        .url = "https://t.example/?e={event}",
                                        .created_at = Now()};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(postback);
        EXPECT_TRUE(Apply(std::move(change)));
        return postback.id;
    }

    DestinationId AddWebhook(std::vector<outbox::WebhookType> types) {
        const outbox::Webhook webhook{.id = DestinationId::New(),
                                      .url = "https://o.example/",
                                      .types = std::move(types),
                                      .pause_reason = {},
                                      .secret_sealed = "sealed",
                                      .previous_sealed = {},
                                      .created_at = Now()};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(webhook);
        EXPECT_TRUE(Apply(std::move(change)));
        return webhook.id;
    }

    static std::vector<outbox::Trigger> AllTriggers() {
        return {outbox::Trigger::kRegistration, outbox::Trigger::kFirstDeposit, outbox::Trigger::kDeposit,
                outbox::Trigger::kQualified,    outbox::Trigger::kCommission,   outbox::Trigger::kReversal};
    }

    void Register(const std::string& player = "player-1") {
        tracking::Click click = ClickOf(brand_, 1);
        ASSERT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
        auto registration = MakeEvent(brand_, "r-" + player, events::EventType::kRegistration, player);
        registration.click_id = click.id.ToString();
        click_ = click.id;
        ASSERT_TRUE(Ingest(owner_, {registration}));
    }

    EventId Deposit(const std::string& key, events::EventType type = events::EventType::kDeposit) {
        auto event = MakeDeposit(brand_, key, "20");
        event.type = type;
        return Ingest(owner_, {event})->front().event_id;
    }

    std::vector<app::WaitingMessage> Waiting(DestinationId destination,
                                             std::optional<outbox::MessagePlace> after = std::nullopt) {
        return *app::Await<std::vector<app::WaitingMessage>>(
            [&](auto done) { ledger_->outbox().ReadWaiting({owner_, destination}, after, 100, std::move(done)); });
    }

    std::vector<std::string> WaitingTypes(DestinationId destination) {
        std::vector<std::string> types;
        for (const auto& message : Waiting(destination)) types.push_back(message.type);
        return types;
    }

    std::vector<app::LeasedLane> LeaseIn(app::Ledger& ledger, DestinationId destination, std::int64_t micros = kLease) {
        return *app::Await<std::vector<app::LeasedLane>>(
            [&](auto done) { ledger.outbox().Lease({{owner_, destination}}, micros, std::move(done)); });
    }

    Recorded Record(DestinationId destination, const app::WaitingMessage& message, int status, outbox::Fate fate) {
        app::AttemptResult result{
            .lane = {owner_, destination}, .place = message.queued.place, .round = message.queued.round, .at = Now()};
        result.status = status;
        result.duration_ms = 12;
        result.address = "https://t.example/";
        result.answer = "ok";
        result.verdict = {.fate = fate, .next_attempt_at = Timestamp{Now().micros + kMicrosPerDay}};
        result.health.failures = fate == outbox::Fate::kDelivered ? 0 : 1;
        return app::Await<std::vector<app::ChangedDuringAttempt>>(
            [&](auto done) { ledger_->outbox().Record({result}, std::move(done)); });
    }

    void DeliverAll(DestinationId destination) {
        for (const auto& message : Waiting(destination)) {
            ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
        }
    }

    Result<app::DeliveryRecord> Replay(DestinationId destination, const app::WaitingMessage& message) {
        const MessageId id = outbox::MessageIdOf(destination, message.queued.place);
        return app::Await<app::DeliveryRecord>(
            [&](auto done) { ledger_->outbox().Replay({owner_, id, "user/1"}, std::move(done)); });
    }

    app::DeliveryPage List(app::DeliveryQuery query) {
        query.owner = owner_;
        return *app::Await<app::DeliveryPage>([&](auto done) { ledger_->outbox().List(query, std::move(done)); });
    }

    OperatorId owner_;
    BrandId brand_;
    ClickId click_;
    commission::Deal deal_;
    catalogue::Affiliate affiliate_;
    std::int64_t version_ = 1;
};

}  // namespace fairlead::ledger
