#include "demo/operator_actions.hpp"

#include "app/access/authenticate.hpp"
#include "app/accounts/change_user.hpp"

namespace fairlead::demo {

namespace json = boost::json;

namespace {

std::string ErrorText(const app::Errors& errors) {
    std::string text;
    for (const Error& error : errors) text += (text.empty() ? "" : "; ") + error.pointer + " " + error.message;
    return text;
}

json::object OrFail(app::ObjectResult result, std::string_view what) {
    if (!result) throw Failure("the demo could not " + std::string(what) + ": " + ErrorText(result.error()));
    return std::move(*result);
}

// Some actions are only allowed to an admin.
catalogue::UserRole ManagerOf(const app::CatalogueResource& resource) {
    const bool by_admin = resource.words().for_admins || resource.words().path == "/operator";
    return by_admin ? catalogue::UserRole::kAdmin : catalogue::UserRole::kManager;
}

events::Member Text(std::string_view text) {
    using Kind = events::Member::Kind;
    return text.empty() ? events::Member{} : events::Member{Kind::kString, text};
}

events::EventDraft DraftOf(const SentEvent& event, std::string_view brand, std::string_view time) {
    return {.event_type = Text(event.type),
            .event_time = Text(time),
            .brand_id = Text(brand),
            .player_external_ref = Text(event.player),
            .idempotency_key = Text(event.key),
            .currency = Text(event.currency),
            .amount = Text(event.amount),
            .click_id = Text(event.click_id),
            .country = Text(event.country),
            .product = Text(event.product),
            .game = Text(event.game),
            .ip = Text(event.ip),
            .user_agent = Text(event.user_agent),
            .unknown_members = {},
            .errors = {}};
}

// Whether every entry was accepted. The demo sends no invalid entries.
Status CheckReceipts(const app::Submission& submission, const Result<std::vector<events::Receipt>>& receipts) {
    if (!receipts) return std::unexpected(receipts.error());
    for (const auto& entry : submission.entries()) {
        if (!entry.errors.empty()) return std::unexpected(entry.errors.front());
    }
    return {};
}

}  // namespace

std::string OperatorActions::ActorOf(catalogue::UserRole role) const {
    const auto own = entry();
    const auto* user =
        own == nullptr ? nullptr : FindIn(own->records.users, [&](const auto& one) { return one.role == role; });
    return user == nullptr ? std::string(kDemoActor) : app::ActorOf(*user);
}

json::object OperatorActions::Create(const app::CatalogueResource& resource, json::object body) {
    app::ChangeRequest request{std::move(body), ActorOf(ManagerOf(resource)), api_url(), parts_.token_key};
    return OrFail(Await<app::ObjectResult>([&](auto done) {
                      parts_.manage_catalogue.Change(owner_, resource.Create(std::move(request)), std::move(done));
                  }),
                  "make " + std::string(resource.words().one));
}

json::object OperatorActions::Update(const app::CatalogueResource& resource, Uuid id, json::object body) {
    app::ChangeRequest request{std::move(body), ActorOf(ManagerOf(resource)), api_url(), parts_.token_key};
    return OrFail(Await<app::ObjectResult>([&](auto done) {
                      parts_.manage_catalogue.Change(owner_, resource.Update(id, std::move(request)), std::move(done));
                  }),
                  "change " + std::string(resource.words().one));
}

void OperatorActions::Accept(const std::string& invite_token, std::string_view password) {
    using Answer = std::expected<app::LoggedIn, app::LoginRefusal>;
    const auto accepted = Await<Answer>([&](auto done) {
        parts_.accounts.SetPasswordByLink({app::PasswordLink::kInvitation, invite_token, std::string(password)},
                                          *IpAddress::Parse("127.0.0.1"), std::move(done));
    });
    if (!accepted) throw Failure("the demo could not accept an invitation: " + ErrorText(accepted.error().errors));
}

std::future<Status> OperatorActions::StartSending(std::span<const SentEvent> sent) {
    auto promise = std::make_shared<std::promise<Status>>();
    auto future = promise->get_future();
    const auto caller = Authenticate(*parts_.catalogue.Current(), feed_key_, *IpAddress::Parse("127.0.0.1"), Now());
    // A user of the demo may deactivate the key. Then the feed stops, as a real one would.
    if (sent.empty() || !caller) {
        promise->set_value({});
        return future;
    }
    std::vector<std::string> brands;
    std::vector<std::string> times;
    for (const SentEvent& event : sent) {
        brands.push_back(event.brand.ToString());
        times.push_back(event.time.ToIso8601());
    }
    std::vector<events::EventDraft> drafts;
    for (std::size_t i = 0; i < sent.size(); ++i) drafts.push_back(DraftOf(sent[i], brands[i], times[i]));
    parts_.ingest_events.Run(*caller, drafts, [promise](std::unique_ptr<app::Submission> submission, auto receipts) {
        promise->set_value(CheckReceipts(*submission, receipts));
    });
    return future;
}

void OperatorActions::Send(std::span<const SentEvent> events) {
    if (const Status sent = StartSending(events).get(); !sent) throw Failure(sent.error().message);
}

app::TrackReceipt OperatorActions::TrackAndSend(app::TrackedBatch batch, std::span<const SentEvent> events) {
    auto promise = std::make_shared<std::promise<Result<app::TrackReceipt>>>();
    auto tracked = promise->get_future();
    parts_.record_click.RunInLedger(std::move(batch),
                                    [promise](auto receipt) { promise->set_value(std::move(receipt)); });
    auto sent = StartSending(events);
    auto receipt = demo::OrFail(tracked.get());
    if (const Status done = sent.get(); !done) throw Failure(done.error().message);
    return receipt;
}

}  // namespace fairlead::demo
