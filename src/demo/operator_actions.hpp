#pragma once

#include <future>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "app/accounts/accounts.hpp"
#include "app/await.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "app/events/ingest_events.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/projection.hpp"
#include "app/ports/record_queries.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_gathering.hpp"

namespace fairlead::app {
class CommissionStore;
}

namespace fairlead::demo {

// The actor in the audit log while the operator has no users.
inline constexpr std::string_view kDemoActor = "demo";

// An unexpected failure in the demo. It ends the demo with this message.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

using app::Await;

template <class Value>
Value OrFail(Result<Value> result) {
    if (!result) throw Failure(result.error().message);
    return std::move(*result);
}

// The first record of a table that meets the condition, or null. Valid as long as the table.
template <class Table, class Is>
auto FindIn(const Table& table, const Is& is) {
    for (const auto& record : table) {
        if (is(record)) return &record;
    }
    return static_cast<decltype(&*table.begin())>(nullptr);
}

// An event from the operator's backend. Empty texts are not sent.
struct SentEvent {
    std::string_view type;
    Timestamp time;
    BrandId brand;
    std::string player;
    std::string key;
    std::string currency;
    std::string amount;
    std::string click_id;
    std::string country;
    std::string product;
    std::string game;
    std::string ip;
    std::string user_agent;
};

// The parts of the running service that the demo uses. They outlive it.
struct Parts {
    app::CatalogueStore& catalogue_store;
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    app::CommissionStore& commission_store;
    app::RecordClick& record_click;
    app::Catalogue& catalogue;
    app::ManageCatalogue& manage_catalogue;
    app::IngestEvents& ingest_events;
    app::Accounts& accounts;
    const app::AgentClassifier& agents;
    const app::Projection& projection;
    const Bytes32& address_key;
    const Bytes32& token_key;
    std::string url;  // The URL of the service, such as "http://127.0.0.1:8080".
};

// Performs the actions of one operator's users and programs through the real use cases, and waits for the results.
// Throws Failure if an action is refused. Used by one thread.
class OperatorActions {
public:
    OperatorActions(const Parts& parts, OperatorId owner, std::string feed_key)
        : parts_(parts), owner_(owner), feed_key_(std::move(feed_key)) {}

    const Parts& parts() const { return parts_; }
    OperatorId owner() const { return owner_; }
    std::shared_ptr<const app::OperatorEntry> entry() const { return parts_.catalogue.Current()->Find(owner_); }
    std::string api_url() const { return parts_.url + "/api/v1"; }

    // Performed by a user with the necessary role, as the audit log shows.
    boost::json::object Create(const app::CatalogueResource& resource, boost::json::object body);
    boost::json::object Update(const app::CatalogueResource& resource, Uuid id, boost::json::object body);
    // The name of the first user with this role in the audit log, or the demo's own name if there is none.
    std::string ActorOf(catalogue::UserRole role) const;

    // Accepts an invitation.
    void Accept(const std::string& invite_token, std::string_view password);

    // Sends events as the operator's backend does, with its API key.
    void Send(std::span<const SentEvent> events);

    // Records clicks and impressions together. Returns the data from which the ids of the clicks are made.
    app::TrackReceipt TrackAndSend(app::TrackedBatch batch, std::span<const SentEvent> events);

private:
    std::future<Status> StartSending(std::span<const SentEvent> sent);

    const Parts& parts_;
    OperatorId owner_;
    std::string feed_key_;
};

}  // namespace fairlead::demo
