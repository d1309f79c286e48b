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

// Who makes the operator, as the audit log names it: there are no people yet.
inline constexpr std::string_view kDemoActor = "demo";

// Something in the demo went wrong that cannot: it ends the demo with these words.
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

// The first record of a table that is what is asked for, or null. Valid as long as the table.
template <class Table, class Is>
auto FindIn(const Table& table, const Is& is) {
    for (const auto& record : table) {
        if (is(record)) return &record;
    }
    return static_cast<decltype(&*table.begin())>(nullptr);
}

// What the operator's backend says of a player. Texts are empty where they are not sent.
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

// The parts of the running service that the demo works with; they outlive it.
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
    std::string url;  // Where it is served: "http://127.0.0.1:8080".
};

// Does what people and programs of one operator do, through the use cases that they go through, and waits for it. A
// refusal is a Failure. Belongs to one thread.
class OperatorActions {
public:
    OperatorActions(const Parts& parts, OperatorId owner, std::string feed_key)
        : parts_(parts), owner_(owner), feed_key_(std::move(feed_key)) {}

    const Parts& parts() const { return parts_; }
    OperatorId owner() const { return owner_; }
    std::shared_ptr<const app::OperatorEntry> entry() const { return parts_.catalogue.Current()->Find(owner_); }
    std::string api_url() const { return parts_.url + "/api/v1"; }

    // These are done by whoever the operator has for it, as the audit log shows.
    boost::json::object Create(const app::CatalogueResource& resource, boost::json::object body);
    boost::json::object Update(const app::CatalogueResource& resource, Uuid id, boost::json::object body);
    // As the audit log names the first person of a role, or the demo itself before there is one.
    std::string ActorOf(catalogue::UserRole role) const;

    // Somebody accepts an invitation.
    void Accept(const std::string& invite_token, std::string_view password);

    // As the operator's backend does, with the key of its feed.
    void Send(std::span<const SentEvent> events);

    // Both at once, as they would come; clicks are answered with what their ids are made of.
    app::TrackReceipt TrackAndSend(app::TrackedBatch batch, std::span<const SentEvent> events);

private:
    std::future<Status> StartSending(std::span<const SentEvent> events);

    const Parts& parts_;
    OperatorId owner_;
    std::string feed_key_;
};

}  // namespace fairlead::demo
