// Failures that only ClickHouse can have.
#include <atomic>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "facts/contract/clickhouse_test_store.hpp"

namespace fairlead::facts {
namespace {

using app::BlockMark;
using std::chrono::milliseconds;
using std::chrono::seconds;

const OperatorId kOther = NthId<OperatorId>(201);
const ClickHouseOptions kImpatient{.append_time_max = milliseconds(300)};

class ClickHouseContract : public testing::Test {
protected:
    static reporting::FactRow RowOf(OperatorId owner) {
        auto row = ClickAt(10);
        row.owner = owner;
        return row;
    }

    void Store(OperatorId owner, std::int64_t block, std::size_t rows = 1) {
        auto appender = store_->Append();
        ASSERT_TRUE(appender) << appender.error().message;
        for (std::size_t i = 0; i < rows; ++i) (*appender)->Add(RowOf(owner));
        const auto committed = (*appender)->Commit(std::vector{BlockMark{owner, block, Timestamp{block}}});
        ASSERT_TRUE(committed) << committed.error().message;
    }

    std::map<OperatorId, std::int64_t> Marks() {
        std::map<OperatorId, std::int64_t> blocks;
        const auto marks = store_->Marks();
        EXPECT_TRUE(marks);
        for (const auto& mark : *marks) blocks[mark.owner] = mark.block;
        return blocks;
    }

    std::int64_t WeightOf(OperatorId owner) {
        std::int64_t weight = 0;
        const auto asked = store_->Sum({.selection = AllOf(owner)}, [&](const auto& row) { weight += row.weight; });
        EXPECT_TRUE(asked) << asked.error().message;
        return weight;
    }

    // Waits until the server has started the statement.
    void WaitForRunning(const std::string& query_id) {
        const auto running =
            "SELECT count() FROM system.processes WHERE query_id = '" + query_id + "' FORMAT RowBinary";
        for (int attempt = 0; attempt < 600 && test_store_.Count(running) == 0; ++attempt) {
            std::this_thread::sleep_for(milliseconds(100));
        }
    }

    ClickHouseTestStore test_store_;
    std::unique_ptr<app::FactStore> store_ = test_store_.Open({});
};

using Blocks = std::map<OperatorId, std::int64_t>;

// An unfinished INSERT: the server has received only its beginning, as from a node that hangs or loses its connection.
class UnfinishedAppend {
public:
    explicit UnfinishedAppend(const ClickHouseUrl& url) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(url.server.port);
        inet_pton(AF_INET, url.server.host.c_str(), &address.sin_addr);
        EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
        NativeBlock block;
        for (int i = 0; i < 20'000; ++i) block.Add(ClickAt(i));
        std::string body;
        for (const auto part : block.Parts()) body += part;
        const auto head = fmt::format(
            "POST /?query=INSERT%20INTO%20{}.facts_2%20FORMAT%20Native&query_id=fairlead-append-{}-other HTTP/1.1\r\n"
            "Host: test\r\nX-ClickHouse-User: {}\r\nX-ClickHouse-Key: {}\r\nContent-Length: {}\r\n\r\n",
            url.database, url.database, url.user, url.password, body.size());
        const auto sent = head + body.substr(0, body.size() - 1);
        EXPECT_EQ(write(socket_, sent.data(), sent.size()), static_cast<ssize_t>(sent.size()));
    }
    ~UnfinishedAppend() { close(socket_); }
    UnfinishedAppend(const UnfinishedAppend&) = delete;
    UnfinishedAppend& operator=(const UnfinishedAppend&) = delete;

private:
    int socket_;
};

}  // namespace

TEST_F(ClickHouseContract, ACommitIsOnePartHoweverLarge) {
    Store(TheOperator(), 1, 300'000);
    EXPECT_EQ(test_store_.Count("SELECT count() FROM system.parts WHERE active AND database = '" +
                                test_store_.parsed().database + "' FORMAT RowBinary"),
              1);
    EXPECT_EQ(WeightOf(TheOperator()), 300'000);
}

TEST_F(ClickHouseContract, DuplicatedFactsAreProjectedAgain) {
    Store(TheOperator(), 1);
    Store(TheOperator(), 2);
    Store(kOther, 5);
    test_store_.Run("INSERT INTO {0} SELECT * FROM {0} WHERE owner != " + Quoted(kOther.uuid) +
                    " AND (kind < 128 OR weight = 2)");
    EXPECT_EQ(Marks(), (Blocks{{kOther, 5}}));
    EXPECT_EQ(WeightOf(TheOperator()), 0);
    EXPECT_EQ(WeightOf(kOther), 1);
    EXPECT_FALSE(store_->Append()) << "the projector may have older marks";
    Store(TheOperator(), 2);
    EXPECT_EQ(Marks(), (Blocks{{TheOperator(), 2}, {kOther, 5}}));
}

TEST_F(ClickHouseContract, FactsLostOnADiskAreProjectedAgain) {
    for (const int lost : {1, 2}) {
        for (std::int64_t block = 1; block <= 3; ++block) Store(TheOperator(), block);
        test_store_.Run(fmt::format("ALTER TABLE {{}} DELETE WHERE kind = 128 AND weight = {}", lost));
        EXPECT_EQ(Marks(), Blocks()) << lost;
        EXPECT_EQ(WeightOf(TheOperator()), 0);
        EXPECT_FALSE(store_->Append());
    }
    for (std::int64_t block = 1; block <= 3; ++block) Store(TheOperator(), block);
    test_store_.Run("ALTER TABLE {} DELETE WHERE kind = 128 AND weight = 3");
    EXPECT_EQ(Marks(), (Blocks{{TheOperator(), 2}}));
}

TEST_F(ClickHouseContract, AMarkThatIsNotAheadIsRefused) {
    Store(TheOperator(), 2);
    for (const std::int64_t block : {1, 2}) {
        auto appender = *store_->Append();
        appender->Add(ClickAt(1));
        const auto committed = appender->Commit(std::vector{BlockMark{TheOperator(), block, Timestamp{1}}});
        ASSERT_FALSE(committed);
        EXPECT_EQ(committed.error().code, ErrorCode::kFactsFailed);
    }
    EXPECT_EQ(WeightOf(TheOperator()), 1);
    Store(TheOperator(), 3);
}

TEST_F(ClickHouseContract, MarksWaitForAnAppendOfAnotherNode) {
    Store(TheOperator(), 1);
    const auto impatient = test_store_.Open(kImpatient);
    auto unfinished = std::make_unique<UnfinishedAppend>(test_store_.parsed());
    WaitForRunning("fairlead-append-" + test_store_.parsed().database + "-other");
    const auto marks = impatient->Marks();
    ASSERT_FALSE(marks) << "an append is running";
    EXPECT_EQ(marks.error().code, ErrorCode::kTimedOut);

    std::atomic<bool> ends = false;
    std::thread end([&unfinished, &ends] {
        std::this_thread::sleep_for(milliseconds(400));
        ends = true;
        unfinished.reset();
    });
    EXPECT_EQ(Marks(), (Blocks{{TheOperator(), 1}}));
    EXPECT_TRUE(ends);
    end.join();
    EXPECT_EQ(WeightOf(TheOperator()), 1) << "a part of an append has been stored";
}

TEST_F(ClickHouseContract, AMissingTableIsCreatedAgain) {
    Store(TheOperator(), 1);
    test_store_.Run("DROP TABLE {}");
    const auto asked = store_->Sum({.selection = AllOf(TheOperator())}, [](const auto&) {});
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().code, ErrorCode::kFactsFailed);
    EXPECT_EQ(Marks(), Blocks());
    Store(TheOperator(), 1);
    EXPECT_EQ(WeightOf(TheOperator()), 1);
}

TEST_F(ClickHouseContract, ColumnsWithFewValuesHaveADictionaryOnCurrentServers) {
    Store(TheOperator(), 1);
    const auto release = test_store_.Count("SELECT toUInt64(splitByChar('.', version())[1]) FORMAT RowBinary");
    EXPECT_EQ(
        test_store_.Count("SELECT count() FROM system.columns WHERE type LIKE 'LowCardinality%' AND database = '" +
                          test_store_.parsed().database + "' FORMAT RowBinary"),
        release >= FactTable::kDictionariesSince ? 9 : 0);
}

// An old server made such a table, which stays when the server is upgraded.
TEST_F(ClickHouseContract, ATableWithoutDictionariesIsUsedAsItIs) {
    Store(TheOperator(), 1);
    test_store_.Run("DROP TABLE {}");
    test_store_.Run(FactTable(test_store_.parsed().database).CreateSql(FactTable::FewValues::kAsText, ""));
    store_ = test_store_.Open({});
    Store(TheOperator(), 1, 2);
    EXPECT_EQ(Marks(), (Blocks{{TheOperator(), 1}}));
    std::map<std::string, std::int64_t> weights;
    const app::SumQuestion by_country{.selection = AllOf(TheOperator()), .groups = {reporting::Dimension::kCountry}};
    EXPECT_TRUE(store_->Sum(by_country, [&](const auto& row) {
        weights[std::string(std::get<std::string_view>(row.group[0]))] += row.weight;
    }));
    EXPECT_EQ(weights, (std::map<std::string, std::int64_t>{{std::string(RowOf(TheOperator()).country), 2}}));
}

TEST_F(ClickHouseContract, ManyIdsFitIntoAFilter) {
    Store(TheOperator(), 1);
    app::FactSelection selection = AllOf(TheOperator());
    app::DimensionFilter filter{.dimension = reporting::Dimension::kAffiliate, .ids = {Uuid{}}};
    for (int i = 0; i < 20'000; ++i) filter.ids.push_back(NewUuid());
    selection.filters = {filter};
    std::int64_t weight = 0;
    ASSERT_TRUE(store_->Sum({.selection = selection}, [&](const auto& row) { weight += row.weight; }));
    EXPECT_EQ(weight, 1);
}

TEST_F(ClickHouseContract, AQuestionThatNeedsTooMuchMemoryIsRefused) {
    {
        auto appender = *store_->Append();
        for (int i = 0; i < 100'000; ++i) {
            auto row = ClickAt(i);
            row.player = PlayerId::New();
            appender->Add(row);
        }
        ASSERT_TRUE(appender->Commit(std::vector{BlockMark{TheOperator(), 1, Timestamp{1}}}));
    }
    const auto small = test_store_.Open({.question_memory_bytes = 100'000});
    const auto asked = small->CountDistinct({.selection = AllOf(TheOperator())}, [](const auto&) {});
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().code, ErrorCode::kFactsFailed);
}

TEST_F(ClickHouseContract, OpeningReportsWrongCredentials) {
    auto url = test_store_.Url();
    url.insert(url.rfind('@'), "s3cret");
    const auto opened = OpenClickHouseStore(url);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kFactsFailed);
    EXPECT_NE(opened.error().message.find("password"), std::string::npos);
    EXPECT_EQ(opened.error().message.find("s3cret"), std::string::npos);
}

TEST_F(ClickHouseContract, OpeningAcceptsAnUnreachableServer) {
    const auto away = OpenClickHouseStore("clickhouse://127.0.0.1:1/facts");
    ASSERT_TRUE(away) << "it may come later";
    EXPECT_EQ((*away)->Marks().error().code, ErrorCode::kFactsFailed);
    EXPECT_EQ((*away)->Append().error().code, ErrorCode::kFactsFailed);
    EXPECT_EQ((*away)->Forget(std::nullopt).error().code, ErrorCode::kFactsFailed);
    const auto asked = (*away)->Sum({.selection = AllOf(TheOperator())}, [](const auto&) {});
    EXPECT_EQ(asked.error().code, ErrorCode::kFactsFailed);
}

TEST_F(ClickHouseContract, AStatementThatTakesTooLongIsEnded) {
    ClickHouseClient client(test_store_.parsed());
    ASSERT_TRUE(client.LearnSettings(seconds(10)));
    const std::vector<ClickHouseSetting> settings{{"max_execution_time", "1"}, {"no_such_setting", "1"}};
    const auto ended =
        client.Execute({.sql = "SELECT count() FROM system.numbers", .settings = settings, .time_max = seconds(30)});
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().ToError().code, ErrorCode::kTimedOut);
}

TEST_F(ClickHouseContract, NoRowsAreReadFromAnAnswerThatFailsInTheMiddle) {
    ClickHouseClient client(test_store_.parsed());
    bool was_read = false;
    const auto failed = client.Query(
        {.sql = "SELECT intDiv(1, toInt64(number) - 900000) FROM system.numbers LIMIT 1000000 FORMAT RowBinary",
         .settings = {},
         .time_max = seconds(30)},
        [&was_read](RowBinaryReader& reader) {
            reader.Number<std::int64_t>();
            was_read = true;
        });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().reason, ClickHouseFailure::Reason::kFailed);
    EXPECT_FALSE(was_read);
}

}  // namespace fairlead::facts
