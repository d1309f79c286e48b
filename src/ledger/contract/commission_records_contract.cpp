#include <algorithm>
#include <functional>

#include "app/commission/close_period.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {
namespace {

using app::AccrualQuery;
using app::AccrualRecord;
using app::StatementRecord;
using app::StatementStatus;
using app::StatementStep;
using commission::Component;
using events::EventType;
using tracking::NthId;

Decimal D(std::string_view text) { return *Decimal::Parse(text); }
const Currency kEur = *Currency::Parse("EUR");
const Currency kUsd = *Currency::Parse("USD");
const Period kMarch = *Period::Parse("2026-03");

// Affiliates with a hybrid deal, their players, and the events of the players.
class CommissionRecords : public LedgerContract {
protected:
    OperatorId MakeOperatorWithDeal(int affiliates, commission::Terms terms) {
        const OperatorId owner = MakeOperator();
        deal_.id = DealId::New();
        deal_.name = "Hybrid";
        deal_.created_at = Now();
        deal_.versions = {{.number = 1, .terms = std::move(terms), .created_at = Now()}};
        app::CatalogueChange change{.owner = owner, .based_on_version = 1};
        change.upserts.emplace_back(deal_);
        for (int n = 1; n <= affiliates; ++n) {
            catalogue::Affiliate affiliate{.id = NthId<AffiliateId>(static_cast<std::uint64_t>(n)),
                                           .name = "Affiliate",
                                           .email = "a@b.example",
                                           .created_at = Now()};
            affiliate.deals = {deal_.id};
            change.upserts.emplace_back(affiliate);
        }
        EXPECT_TRUE(Apply(std::move(change)));
        brand_ = BrandOf(owner);
        return owner;
    }

    static commission::Terms Hybrid() {
        return {.cpa = commission::CpaTerms{.amount = D("50")},
                .rev_share = commission::RevShareTerms{.rate = D("20")},
                .cpl = commission::CplTerms{.amount = D("5")}};
    }

    // A registration that names a click of the n-th affiliate.
    void Register(OperatorId owner, std::uint64_t affiliate, const std::string& player, std::string_view at) {
        tracking::Click click = ClickOf(brand_, affiliate);
        ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
        auto registration = MakeEvent(brand_, "r-" + player, EventType::kRegistration, player);
        registration.time = *Timestamp::ParseIso8601(at);
        registration.click_id = click.id.ToString();
        ASSERT_TRUE(Ingest(owner, {registration}));
    }

    EventId Send(OperatorId owner, const std::string& player, EventType type, std::string_view amount,
                 std::string_view at, Currency currency = kEur) {
        auto event = MakeEvent(brand_, "e-" + std::to_string(++sent_), type, player);
        event.time = *Timestamp::ParseIso8601(at);
        event.money = Money{D(amount), currency};
        const auto receipts = Ingest(owner, {event});
        EXPECT_TRUE(receipts);
        return receipts->front().event_id;
    }

    std::vector<AccrualRecord> All(AccrualQuery query) {
        return WalkPages<AccrualRecord, std::int64_t>(query, &AccrualQuery::before, [&](const AccrualQuery& each) {
            return app::Await<app::AccrualPage>(
                [&](auto done) { ledger_->records().ReadAccruals(each, {}, std::move(done)); });
        });
    }

    Result<app::StatementPage> Statements(app::StatementQuery query) {
        return app::Await<app::StatementPage>(
            [&](auto done) { ledger_->commission_queries().ReadStatements(std::move(query), std::move(done)); });
    }

    Result<StatementRecord> One(OperatorId owner, StatementId id) {
        return app::Await<StatementRecord>(
            [&](auto done) { ledger_->commission_queries().ReadStatement(owner, id, std::move(done)); });
    }

    Result<StatementRecord> Step(OperatorId owner, StatementId id, StatementStep step,
                                 const std::string& actor = "somebody") {
        app::StatementStepRequest request{.owner = owner, .statement = id, .step = step, .actor = actor};
        if (step == StatementStep::kPay) request.payment = app::Payment{*Date::Parse("2026-05-02"), "SEPA", "TX \"1\""};
        return app::Await<StatementRecord>(
            [&](auto done) { ledger_->commission_store().StepStatement(request, std::move(done)); });
    }

    Result<app::CloseOutcome> Close(OperatorId owner, Period period, AffiliateId affiliate) {
        return app::Await<app::CloseOutcome>([&](auto done) {
            app::ClosePeriod(ledger_->commission_store(), ledger_->commission_queries(),
                             {.owner = owner, .period = period, .affiliate = affiliate, .actor = "somebody"},
                             std::move(done));
        });
    }

    void DemandTwoPersons(OperatorId owner, const catalogue::TwoPersonRule& rule) {
        const auto records = ledger_->catalogue().LoadOperator(owner);
        catalogue::Operator self = records->self;
        self.two_person_rule = rule;
        ASSERT_TRUE(Apply({.owner = owner, .based_on_version = records->version, .upserts = {self}}));
        ASSERT_EQ(ledger_->catalogue().LoadOperator(owner)->self.two_person_rule, rule);
    }

    void Adjust(OperatorId owner, AffiliateId affiliate, const std::string& actor) {
        const app::AdjustmentRequest request{
            .owner = owner, .affiliate = affiliate, .money = {D("10"), kEur}, .reason = "Bonus", .actor = actor};
        ASSERT_TRUE(app::Await<app::AdjustmentRecord>(
            [&](auto done) { ledger_->commission_store().Adjust(request, std::move(done)); }));
    }

    commission::Deal deal_;
    BrandId brand_;
    int sent_ = 0;
};

std::vector<AccrualId> IdsOf(const std::vector<AccrualRecord>& records) {
    std::vector<AccrualId> ids;
    for (const AccrualRecord& record : records) ids.push_back(record.id);
    return ids;
}

TEST_P(CommissionRecords, AnAccrualHasTheMonthOfTheTimeZoneThatWasInForce) {
    const OperatorId owner = MakeOperatorWithDeal(1, {.rev_share = commission::RevShareTerms{.rate = D("20")}});
    const auto records = ledger_->catalogue().LoadOperator(owner);
    catalogue::Operator self = records->self;
    self.settings.changes = {
        {*Date::Parse("2026-04-01"), *Timestamp::ParseIso8601("2026-04-01T00:00:00Z"), "America/Bogota", kUsd}};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = records->version, .upserts = {self}}));
    Register(owner, 1, "anna", "2026-03-01T00:00:00Z");
    // March lasts until midnight in Bogota, five hours longer.
    for (const auto* time : {"2026-03-31T23:59:59Z", "2026-04-01T04:59:59Z", "2026-04-01T05:00:00Z"}) {
        Send(owner, "anna", EventType::kNgrUpdate, "100", time);
    }
    std::vector<std::string> months;
    for (const auto& record : All({.owner = owner})) months.push_back(record.accrual.period.ToString());
    EXPECT_EQ(months, (std::vector<std::string>{"2026-04", "2026-03", "2026-03"})) << "the newest comes first";
}

TEST_P(CommissionRecords, EveryFilterFindsExactlyItsAccrualsOnPagesOfAnySize) {
    const OperatorId owner = MakeOperatorWithDeal(3, Hybrid());
    std::vector<EventId> events;
    for (int n = 0; n < 12; ++n) {
        const std::string player = "player-" + std::to_string(n);
        const std::string month = n % 2 == 0 ? "2026-03" : "2026-04";
        ASSERT_NO_FATAL_FAILURE(Register(owner, 1 + static_cast<std::uint64_t>(n % 3), player, month + "-01T00:00Z"));
        events.push_back(Send(owner, player, EventType::kFirstDeposit, "30", month + "-02T00:00Z"));
        events.push_back(Send(owner, player, EventType::kNgrUpdate, "100", month + "-03T00:00Z"));
        Send(owner, player, EventType::kNgrUpdate, "10", month + "-04T00:00Z", kUsd);
        if (n % 5 == 0) Send(owner, player, EventType::kChargeback, "30", month + "-05T00:00Z");
    }
    const auto all = All({.owner = owner, .limit = 200});
    // 12 CPL, 12 CPA and 12 revenue shares; 3 chargebacks with two reversals each; and 12 unpriced accruals.
    ASSERT_EQ(all.size(), 54U);
    EXPECT_TRUE(std::ranges::is_sorted(all, std::greater(), [](const auto& each) { return each.accrual.number; }));
    EXPECT_EQ(std::ranges::count(all, app::AccrualStatus::kUnpriced, &AccrualRecord::status), 12);
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-5").id;

    using Passes = std::function<bool(const AccrualRecord&)>;
    const auto expect = [&](AccrualQuery query, const Passes& passes) {
        std::vector<AccrualRecord> expected;
        std::ranges::copy_if(all, std::back_inserter(expected), passes);
        EXPECT_FALSE(expected.empty());
        for (const std::size_t limit : {1U, 7U, 200U}) {
            query.limit = limit;
            EXPECT_EQ(IdsOf(All(query)), IdsOf(expected));
        }
    };
    for (int round = 0; round < 2; ++round) {
        expect({.owner = owner}, [](const auto&) { return true; });
        expect({.owner = owner, .affiliate = NthId<AffiliateId>(2)},
               [](const auto& each) { return each.accrual.affiliate == NthId<AffiliateId>(2); });
        expect({.owner = owner, .player = player}, [&](const auto& each) { return each.accrual.player == player; });
        expect({.owner = owner, .component = Component::kCpa},
               [](const auto& each) { return each.accrual.component == Component::kCpa; });
        expect({.owner = owner, .event = events[5]}, [&](const auto& each) { return each.event == events[5]; });
        expect({.owner = owner, .period = kMarch}, [](const auto& each) { return each.accrual.period == kMarch; });
        expect({.owner = owner, .status = app::AccrualStatus::kUnpriced},
               [](const auto& each) { return each.waits_from == kUsd; });
        expect({.owner = owner, .id = all[40].id}, [&](const auto& each) { return each.id == all[40].id; });
        expect({.owner = owner, .id = all[3].id}, [&](const auto& each) { return each.id == all[3].id; });
        const Timestamp from = *Timestamp::ParseIso8601("2026-03-02T00:00Z");
        const Timestamp to = *Timestamp::ParseIso8601("2026-03-03T00:00Z");
        expect({.owner = owner, .event_time = {from, to}},
               [&](const auto& each) { return each.accrual.event_time >= from && each.accrual.event_time <= to; });
        Reopen();
    }
    EXPECT_TRUE(All({.owner = owner, .event = EventId::New()}).empty());
    EXPECT_TRUE(All({.owner = owner, .id = AccrualId::New()}).empty());
    EXPECT_TRUE(All({.owner = MakeOperator("Other"), .id = all[40].id}).empty());
}

TEST_P(CommissionRecords, AnExplanationHasAllRecordsBehindTheAccrual) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    ASSERT_NO_FATAL_FAILURE(Register(owner, 1, "player-1", "2026-03-01T00:00Z"));
    const EventId event = Send(owner, "player-1", EventType::kNgrUpdate, "100", "2026-03-03T00:00Z");
    const auto accrual = All({.owner = owner, .component = Component::kRevShare}).front();
    const auto found = app::Await<app::Explanation>(
        [&](auto done) { ledger_->commission_queries().ReadExplanation(owner, accrual.id, std::move(done)); });
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->accrual.accrual, accrual.accrual);
    EXPECT_EQ(found->deal.id, deal_.id);
    ASSERT_TRUE(found->event && found->player && found->click);
    EXPECT_EQ(found->event->id, event);
    EXPECT_EQ(found->event->event.money->amount, D("100"));
    EXPECT_EQ(found->click->origin.affiliate, NthId<AffiliateId>(1));
    EXPECT_EQ(found->player->decisions.size(), 1U);
    const OperatorId other = MakeOperator("Other");
    const auto foreign = app::Await<app::Explanation>(
        [&](auto done) { ledger_->commission_queries().ReadExplanation(other, accrual.id, std::move(done)); });
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, ErrorCode::kNotFound);
}

TEST_P(CommissionRecords, AnAccrualIsReversedOnce) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    ASSERT_NO_FATAL_FAILURE(Register(owner, 1, "player-1", "2026-03-01T00:00Z"));
    Send(owner, "player-1", EventType::kNgrUpdate, "100", "2026-03-03T00:00Z");
    const auto accrual = All({.owner = owner, .component = Component::kRevShare}).front();
    const auto reverse = [&](AccrualId id) {
        return app::Await<AccrualId>([&](auto done) {
            ledger_->commission_store().ReverseAccrual({owner, id, "Fraud", "somebody", {}}, std::move(done));
        });
    };
    const auto made = reverse(accrual.id);
    ASSERT_TRUE(made) << made.error().message;
    const auto reversal = All({.owner = owner, .id = *made}).front();
    EXPECT_EQ(reversal.accrual.amount.amount, D("-20"));
    EXPECT_EQ(reversal.accrual.reason, commission::Reason::kReversed);
    EXPECT_EQ(reversal.reverses, accrual.id);
    EXPECT_EQ(reverse(accrual.id).error().code, ErrorCode::kConflict);
    EXPECT_EQ(reverse(*made).error().code, ErrorCode::kConflict) << "it is a reversal itself";
    EXPECT_EQ(reverse(AccrualId::New()).error().code, ErrorCode::kNotFound);
    const auto found = app::Await<app::Explanation>(
        [&](auto done) { ledger_->commission_queries().ReadExplanation(owner, *made, std::move(done)); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->reversal_reason, "Fraud");
}

TEST_P(CommissionRecords, TheStandingOfAPlayerHasItsStateAndItsCommission) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    ASSERT_NO_FATAL_FAILURE(Register(owner, 1, "player-1", "2026-03-01T00:00Z"));
    Send(owner, "player-1", EventType::kFirstDeposit, "30", "2026-03-02T00:00Z");
    Send(owner, "player-1", EventType::kNgrUpdate, "10", "2026-03-04T00:00Z", kUsd);
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    const auto standing = app::Await<app::PlayerStanding>(
        [&](auto done) { ledger_->commission_queries().ReadPlayerStanding(owner, player, std::move(done)); });
    ASSERT_TRUE(standing) << standing.error().message;
    EXPECT_EQ(standing->state.deal, deal_.id);
    EXPECT_EQ(standing->state.first_deposit, D("30"));
    EXPECT_EQ(standing->state.cpa, commission::CpaStanding::kQualified);
    EXPECT_EQ(standing->unpriced.size(), 1U);
    EXPECT_EQ(standing->paid.size(), 2U);
    EXPECT_NE(standing->plan->FindDeal(deal_.id), nullptr);
}

TEST_P(CommissionRecords, PreviewsEqualTheClosedStatements) {
    const OperatorId owner = MakeOperatorWithDeal(2, {.rev_share = commission::RevShareTerms{.rate = D("10")},
                                                      .fixed_monthly = commission::FixedMonthlyTerms{D("500")}});
    for (const std::uint64_t n : {1U, 2U}) {
        const std::string player = "player-" + std::to_string(n);
        ASSERT_NO_FATAL_FAILURE(Register(owner, n, player, "2026-03-01T00:00Z"));
        Send(owner, player, EventType::kNgrUpdate, "-100", "2026-03-03T00:00Z");
        Send(owner, player, EventType::kNgrUpdate, "300", "2026-04-03T00:00Z");
    }
    const auto affiliate = NthId<AffiliateId>(1);
    for (const auto& [period, payable] : {std::pair(kMarch, "500"), std::pair(kMarch.Next(), "520")}) {
        const auto previews = Statements({.owner = owner, .affiliate = affiliate, .period = period});
        ASSERT_TRUE(previews) << previews.error().message;
        ASSERT_EQ(previews->items.size(), 1U);
        const StatementRecord& preview = previews->items.front();
        EXPECT_EQ(preview.status, StatementStatus::kOpen);
        EXPECT_EQ(preview.statement.payable, D(payable));
        const auto read = One(owner, preview.id);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->statement, preview.statement);
        const auto closed = Close(owner, period, affiliate);
        ASSERT_TRUE(closed) << closed.error().message;
        EXPECT_TRUE(closed->fresh);
        ASSERT_EQ(closed->statements.size(), 1U);
        EXPECT_EQ(closed->statements[0].id, preview.id);
        EXPECT_EQ(closed->statements[0].statement.lines, preview.statement.lines);
        EXPECT_EQ(One(owner, preview.id)->statement, closed->statements[0].statement);
    }
    // The statements of all affiliates, page by page, newest month first. The current month has the fixed fees of both
    // affiliates.
    const Period current = TimeZone().MonthOf(Now());
    std::vector<std::pair<Period, AffiliateId>> expected{
        {current, NthId<AffiliateId>(1)},       {current, NthId<AffiliateId>(2)},
        {kMarch.Next(), NthId<AffiliateId>(1)}, {kMarch.Next(), NthId<AffiliateId>(2)},
        {kMarch, NthId<AffiliateId>(1)},        {kMarch, NthId<AffiliateId>(2)}};
    for (const std::size_t limit : {1U, 4U, 50U}) {
        const auto all = WalkPages<StatementRecord, app::StatementPlace>(
            app::StatementQuery{.owner = owner, .limit = limit}, &app::StatementQuery::after,
            [&](const app::StatementQuery& query) { return Statements(query); });
        std::vector<std::pair<Period, AffiliateId>> places;
        for (const auto& each : all) places.emplace_back(each.statement.period, each.statement.affiliate);
        EXPECT_EQ(places, expected) << limit;
    }
    const auto none = Statements({.owner = MakeOperator("Other"), .affiliate = affiliate});
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->items.empty());
}

// The statement is stored directly, without the other steps of closing.
TEST_P(CommissionRecords, AStatementRefusesStepsThatItsStatusDoesNotAllow) {
    const OperatorId owner = MakeOperator();
    statements::Statement statement{
        .affiliate = NthId<AffiliateId>(1), .period = kMarch, .currency = kEur, .lines = {}, .payable = D("25")};
    statement.content_hash = Digest256(ContentBytes(statement));
    const StatementId id = statements::StatementIdOf(owner, statement.affiliate, kMarch, kEur);
    const auto connection = place_->Look();
    ASSERT_TRUE(InsertStatement(*connection, {owner, &statement, Now(), "somebody", 1}));

    for (const StatementStep step : {StatementStep::kPay, StatementStep::kRelease}) {
        EXPECT_EQ(Step(owner, id, step).error().code, ErrorCode::kConflict);
    }
    EXPECT_EQ(Step(owner, id, StatementStep::kApprove)->status, StatementStatus::kApproved);
    EXPECT_EQ(Step(owner, id, StatementStep::kApprove).error().code, ErrorCode::kConflict);
    EXPECT_EQ(Step(owner, id, StatementStep::kHold)->status, StatementStatus::kOnHold);
    EXPECT_EQ(Step(owner, id, StatementStep::kPay).error().code, ErrorCode::kConflict);
    EXPECT_EQ(Step(owner, id, StatementStep::kRelease)->status, StatementStatus::kClosed);
    EXPECT_EQ(Step(owner, id, StatementStep::kApprove)->status, StatementStatus::kApproved);
    EXPECT_EQ(Step(owner, id, StatementStep::kPay)->status, StatementStatus::kPaid);
    for (const auto step :
         {StatementStep::kApprove, StatementStep::kHold, StatementStep::kRelease, StatementStep::kPay}) {
        EXPECT_EQ(Step(owner, id, step).error().code, ErrorCode::kConflict);
    }
    Reopen();
    const auto paid = One(owner, id);
    ASSERT_TRUE(paid);
    EXPECT_EQ(paid->statement, statement);
    ASSERT_EQ(paid->steps.size(), 5U);
    EXPECT_EQ(paid->steps.back().actor, "somebody");
    EXPECT_EQ(paid->steps.back().payment, (app::Payment{*Date::Parse("2026-05-02"), "SEPA", "TX \"1\""}));
    EXPECT_EQ(Step(MakeOperator("Other"), id, StatementStep::kApprove).error().code, ErrorCode::kNotFound);
}

TEST_P(CommissionRecords, WithTheTwoPersonRuleNobodyDoesTwoStepsInARow) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    DemandTwoPersons(owner, {.on = true, .ends_at = Timestamp{Now().micros + kMicrosPerDay}});
    const auto affiliate = NthId<AffiliateId>(1);
    Adjust(owner, affiliate, "user/bob");
    Adjust(owner, affiliate, "user/cleo");
    const auto closed = Close(owner, kMarch, affiliate);
    ASSERT_TRUE(closed);
    ASSERT_EQ(closed->statements.size(), 1U);
    const StatementId id = closed->statements.front().id;
    EXPECT_EQ(One(owner, id)->adjusted_by, (std::vector<std::string>{"user/bob", "user/cleo"}));

    for (const char* person : {"somebody", "user/bob", "user/cleo"}) {
        EXPECT_EQ(Step(owner, id, StatementStep::kApprove, person).error().code, ErrorCode::kTwoPersonRule) << person;
    }
    // Holding and releasing a statement pay nobody, so the rule does not apply to them.
    EXPECT_TRUE(Step(owner, id, StatementStep::kHold, "user/bob"));
    EXPECT_TRUE(Step(owner, id, StatementStep::kRelease, "user/bob"));
    ASSERT_TRUE(Step(owner, id, StatementStep::kApprove, "apiKey/1"));
    EXPECT_EQ(Step(owner, id, StatementStep::kPay, "apiKey/2").error().code, ErrorCode::kTwoPersonRule);
    EXPECT_EQ(One(owner, id)->status, StatementStatus::kApproved);
    EXPECT_EQ(Step(owner, id, StatementStep::kPay, "user/bob")->status, StatementStatus::kPaid);
}

TEST_P(CommissionRecords, WithoutTheTwoPersonRuleOnePersonDoesAllSteps) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    DemandTwoPersons(owner, {.on = true, .ends_at = Now()});
    Adjust(owner, NthId<AffiliateId>(1), "somebody");
    const StatementId id = Close(owner, kMarch, NthId<AffiliateId>(1))->statements.front().id;
    ASSERT_TRUE(Step(owner, id, StatementStep::kApprove));
    EXPECT_EQ(Step(owner, id, StatementStep::kPay)->status, StatementStatus::kPaid);
}

// An amount below the minimum payout is approved with a later statement.
TEST_P(CommissionRecords, WhoeverAdjustedAnUnpaidBalanceDoesNotApproveTheStatementThatPaysIt) {
    const OperatorId owner = MakeOperatorWithDeal(1, Hybrid());
    const auto records = ledger_->catalogue().LoadOperator(owner);
    catalogue::Operator self = records->self;
    self.two_person_rule = {.on = true};
    self.min_payout = D("15");
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = records->version, .upserts = {self}}));
    const auto affiliate = NthId<AffiliateId>(1);
    Adjust(owner, affiliate, "user/bob");
    const auto unpaid = Close(owner, kMarch, affiliate);
    ASSERT_TRUE(unpaid->statements.front().statement.payable.IsZero());
    Adjust(owner, affiliate, "user/cleo");
    const auto paid = Close(owner, Period{kMarch.number + 1}, affiliate);
    EXPECT_EQ(paid->statements.front().statement.payable, D("20"));
    EXPECT_EQ(paid->statements.front().adjusted_by, (std::vector<std::string>{"user/bob", "user/cleo"}));
    Adjust(owner, affiliate, "user/dan");
    Adjust(owner, affiliate, "user/dan");
    const auto next = Close(owner, Period{kMarch.number + 2}, affiliate);
    EXPECT_EQ(next->statements.front().adjusted_by, std::vector<std::string>{"user/dan"});
}

TEST_P(CommissionRecords, TheNextStatementFollowsTheLastStatementInItsCurrency) {
    const OperatorId owner = MakeOperator();
    const auto affiliate = NthId<AffiliateId>(1);
    const auto connection = place_->Look();
    std::vector<statements::Statement> stored;
    const auto store = [&](Period period, Currency currency, std::int64_t commit) {
        statements::Statement statement{.affiliate = affiliate, .period = period, .currency = currency};
        statement.content_hash = Digest256(ContentBytes(statement));
        ASSERT_TRUE(InsertStatement(*connection, {owner, &statement, Now(), "somebody", commit}));
        stored.push_back(std::move(statement));
    };
    store(kMarch, kEur, 1);
    store(kMarch, kUsd, 1);
    store(kMarch.Next(), kEur, 3);
    const auto adjust = [&](Currency currency, std::string_view amount, std::int64_t commit) {
        const app::AdjustmentRecord made{AdjustmentId::New(), affiliate, {D(amount), currency}, "why",
                                         "somebody",          Now()};
        ASSERT_TRUE(InsertAdjustment(*connection, owner, made, commit));
    };
    adjust(kEur, "1", 2);
    adjust(kUsd, "-2.5", 2);
    adjust(kEur, "4", 5);

    const auto last = ReadLastStatements(*connection, owner, affiliate);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->by_currency.at(kEur), stored[2]);
    EXPECT_EQ(last->by_currency.at(kUsd), stored[1]);
    EXPECT_EQ(last->hash, stored[2].content_hash);
    const auto pending = ReadPendingAdjustments(*connection, owner, affiliate, last->commits);
    ASSERT_TRUE(pending);
    EXPECT_EQ(*pending, (AdjustmentsByCurrency{{kEur, {{D("4"), "why"}}}, {kUsd, {{D("-2.5"), "why"}}}}));
    EXPECT_EQ(*ReadAdjustedAffiliates(*connection, owner), std::vector{affiliate});
}

INSTANTIATE_TEST_SUITE_P(Engines, CommissionRecords, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
