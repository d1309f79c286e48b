#include "ledger/outbox/mail_recipients.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

// `mails_off` has names of topics, separated by commas, and $3 is one of them between commas.
constexpr SqlText kWhoWants(" AND status = 'active' AND ',' || mails_off || ',' NOT LIKE $3 ORDER BY user_id LIMIT $4");
constexpr SqlText kMailRecipients("SELECT user_id FROM users WHERE operator_id = $1");
constexpr ComposedSql kMailToUser(kMailRecipients + " AND user_id = $2" + kWhoWants);
constexpr ComposedSql kMailToAffiliate(kMailRecipients + " AND affiliate_id = $2" + kWhoWants);
constexpr ComposedSql kMailToRole(kMailRecipients + " AND role = $2" + kWhoWants);

Result<ResultRows> FindAdmins(Connection& connection, OperatorId owner, const std::string& unwanted) {
    return connection.Query(kMailToRole,
                            {Value::Of(owner), NameValue(catalogue::kUserRoleNames, catalogue::UserRole::kAdmin),
                             Text(unwanted), Value::Of(kRecipientsMax)});
}

Result<ResultRows> FindRecipients(Connection& connection, OperatorId owner, const outbox::MailNotice& notice) {
    const auto topic = outbox::TopicOf(notice.type);
    const std::string unwanted = topic ? "%," + std::string(catalogue::Name(*topic)) + ",%" : "none";
    const Value most = Value::Of(kRecipientsMax);
    if (notice.user) {
        return connection.Query(kMailToUser, {Value::Of(owner), Value::Of(*notice.user), Text(unwanted), most});
    }
    if (!notice.affiliate) return FindAdmins(connection, owner, unwanted);
    auto people =
        TRY(connection.Query(kMailToAffiliate, {Value::Of(owner), Value::Of(*notice.affiliate), Text(unwanted), most}));
    if (people.empty() && notice.or_admins) return FindAdmins(connection, owner, unwanted);
    return people;
}

}  // namespace

Result<std::vector<outbox::SealedMail>> MailsOf(Connection& connection, OperatorId owner,
                                                std::span<const outbox::MailNotice> notices) {
    std::vector<outbox::SealedMail> mails;
    for (const outbox::MailNotice& notice : notices) {
        const auto rows = TRY(FindRecipients(connection, owner, notice));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::string user = rows.Identifier<UserId>(i, kMailToUser["user_id"]).ToString();
            mails.push_back({notice.type, R"({"userId":")" + user + R"(","data":)" + notice.data + "}"});
        }
    }
    return mails;
}

}  // namespace fairlead::ledger
