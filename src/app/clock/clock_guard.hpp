#pragma once

#include <functional>
#include <mutex>

#include "base/result.hpp"
#include "domain/timekeeping/clock_judge.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::app {

// The clocks of this machine.
timekeeping::ClockReading ReadClocks();

// Gives the time to everything that is recorded, as long as the clock can be trusted. Otherwise its methods fail with
// kClockSuspect and a sentence that says what to do. Logs and measures when that begins and ends. Safe from any thread.
class ClockGuard {
public:
    using Reader = std::function<timekeeping::ClockReading()>;

    ClockGuard(const timekeeping::ClockLimits& limits, telemetry::Metrics& metrics, Reader read = ReadClocks);

    Result<Timestamp> Read();
    Status Check();
    // The clocks even if they are not trusted, for comparisons and to confirm them.
    timekeeping::ClockReading ReadClocksUnchecked() const { return read_(); }
    Timestamp ReadUnchecked() const { return read_().wall; }

    // What a commit saw: our clock before it asked for the operator's last commit, and the answer. `server` is the
    // clock of the database server, or 0 if the ledger is a file.
    struct CommitView {
        Timestamp before;
        Timestamp server;
        Timestamp last_commit;
    };
    Status CheckCommit(const CommitView& view);
    Status CompareWithServer(Timestamp before, Timestamp server);
    // The time for the record of a confirmation, before the clock is trusted. Fails if it would not be trusted then,
    // because the last commit or the server contradicts it.
    Result<Timestamp> ReadToConfirm(const CommitView& view);

    // Compares with the newest commit and the newest write of any kind in the ledger. For the start of the service.
    // Zero stands for none.
    void CompareWithLedger(Timestamp last_commit, Timestamp last_write);

    // Trusts the clock as it was in this reading, which a person has confirmed.
    void Confirm(const timekeeping::ClockReading& confirmed);
    timekeeping::ClockVerdict Verdict();

private:
    void Compare(const CommitView& view, const timekeeping::ClockReading& reading);
    Result<Timestamp> Settle(const timekeeping::ClockReading& reading);

    Reader read_;
    telemetry::Metrics& metrics_;
    std::mutex mutex_;
    timekeeping::ClockJudge judge_;
    timekeeping::ClockVerdict verdict_;
};

}  // namespace fairlead::app
