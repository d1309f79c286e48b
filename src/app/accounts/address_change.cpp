#include "app/accounts/address_change.hpp"

#include "app/accounts/change_user.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::AddressChange;
using catalogue::User;
using catalogue::UserStatus;

namespace {

bool IsHash(const std::optional<Bytes32>& stored, const Bytes32& hash) {
    return stored && EqualInConstantTime(*stored, hash);
}

bool IsOpenAddressLink(const User& user, const Bytes32& hash, Timestamp now) {
    const auto& change = user.address_change;
    return user.status == UserStatus::kActive && change && now <= change->ends_at &&
           (IsHash(change->old_hash, hash) || IsHash(change->new_hash, hash));
}

bool BelongsToAnother(const OperatorEntry& own, const User& user, const std::string& email) {
    for (const User& other : own.records.users) {
        if (other.id != user.id && EqualIgnoringAsciiCase(other.email, email)) return true;
    }
    return false;
}

outbox::Mail LinkTo(const catalogue::Operator& owner, const User& user, std::string_view public_url,
                    outbox::MailType type, std::string_view token) {
    const bool to_old = type == outbox::MailType::kOldAddress;
    const AddressChange& change = *user.address_change;
    return {.type = type,
            .to = to_old ? user.email : change.email,
            .values = {{"url", PageUrl(owner, user, public_url, "/confirm-address?token=" + std::string(token))},
                       {"old", user.email},
                       {"new", change.email}},
            .expires_at = change.ends_at};
}

// Marks the address of the link as confirmed. Returns which address it is: "old" or "new".
std::string_view UseAddressLink(AddressChange& change, const Bytes32& hash) {
    const bool is_old = IsHash(change.old_hash, hash);
    (is_old ? change.old_hash : change.new_hash).reset();
    return is_old ? "old" : "new";
}

UserDecided StoreConfirmation(const OperatorEntry& own, const User& before, User after, std::string_view side) {
    const AddressChange change = *after.address_change;
    const bool is_complete = !change.old_hash && !change.new_hash;
    json::object answer{{"email", change.email}, {"changed", is_complete}};
    if (!is_complete) {
        auto decision = StoreUser(own, &before, after, {ActorOf(after), "user.confirmAddress"}, std::move(answer));
        decision.change.audit.front().before.clear();
        decision.change.audit.front().after = json::serialize(json::object{{"email", change.email}, {"side", side}});
        return decision;
    }
    if (BelongsToAnother(own, after, change.email)) {
        return std::unexpected(Wrong(ErrorCode::kConflict, "another user has this address now. Choose another one"));
    }
    after.email = change.email;
    // Links to the old address are not valid any more.
    CloseLinks(after);
    return StoreUser(own, &before, after, {ActorOf(after), "user.changeAddress"}, std::move(answer));
}

}  // namespace

std::vector<outbox::Mail> StartAddressChange(const catalogue::Operator& owner, std::string_view public_url,
                                             Timestamp now, const std::string& email, User& user) {
    const std::string to_old = NewPasswordToken(owner.id, user.id);
    const std::string to_new = NewPasswordToken(owner.id, user.id);
    user.address_change = AddressChange{.email = email,
                                        .old_hash = Digest256(to_old),
                                        .new_hash = Digest256(to_new),
                                        .ends_at = Timestamp{now.micros + kAddressChangeMicros}};
    return {LinkTo(owner, user, public_url, outbox::MailType::kOldAddress, to_old),
            LinkTo(owner, user, public_url, outbox::MailType::kNewAddress, to_new)};
}

std::optional<TokenUser> FindByAddressLink(const CatalogueSnapshot& catalogue, std::string_view token, Timestamp now) {
    auto found = FindUserOfToken(catalogue, token);
    if (!found || !IsOpenAddressLink(*found->user, Digest256(token), now)) return std::nullopt;
    return found;
}

ManageCatalogue::Decide ConfirmAddress(UserId id, const Bytes32& token_hash) {
    return [id, token_hash](const DecisionContext& context) -> UserDecided {
        const User* before = context.own.FindUser(id);
        if (before == nullptr || !IsOpenAddressLink(*before, token_hash, Now())) {
            return std::unexpected(Wrong(ErrorCode::kNotFound, "the link is not known, was used or has expired"));
        }
        User after = *before;
        const std::string_view side = UseAddressLink(*after.address_change, token_hash);
        return StoreConfirmation(context.own, *before, std::move(after), side);
    };
}

ManageCatalogue::Decide CancelAddressChange(UserId id) {
    return [id](const DecisionContext& context) -> UserDecided {
        const User* before = context.own.FindUser(id);
        if (before == nullptr || !before->address_change) return UserDecided();
        User after = *before;
        after.address_change.reset();
        auto decision = StoreUser(context.own, before, after, {ActorOf(after), "user.cancelAddressChange"});
        decision.change.audit.front().before = json::serialize(json::object{{"email", before->address_change->email}});
        decision.change.audit.front().after.clear();
        return decision;
    };
}

json::object EncodeAddress(const User& user, Timestamp now) {
    json::object encoded{{"email", user.email}, {"change", nullptr}};
    const auto& change = user.address_change;
    if (!change || now > change->ends_at) return encoded;
    encoded["change"] = json::object{{"email", change->email},
                                     {"oldConfirmed", !change->old_hash},
                                     {"newConfirmed", !change->new_hash},
                                     {"expiresAt", change->ends_at.ToIso8601()}};
    return encoded;
}

}  // namespace fairlead::app
