#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "demo/operator_actions.hpp"

namespace fairlead::demo {

struct Options {
    std::string folder;  // The demo's state is stored here.
    int days = 365;      // The length of the history.
    // Whether the process should stop. Called between two steps.
    std::function<bool()> stopped;
};

// Sample data of one operator, created through the same use cases as real data, and growing. Used by one thread. The
// parts must outlive it.
class Demo {
public:
    Demo(Parts parts, Options options);
    ~Demo();

    // Creates the history or brings it up to date, and waits until reports show it. Blocks, and sets the process's
    // clock while it runs, so nothing may be served yet. False if it was stopped. An Error if the data is not a demo's.
    Result<bool> Prepare();

    // From now on visitors and players arrive, until Stop.
    void StartMoving();
    void Stop();

    // The text with addresses and log-ins.
    std::string Instructions() const;

private:
    struct World;

    Result<bool> Make();
    Result<bool> Resume();
    std::optional<Timestamp> LastClick(OperatorId owner) const;
    void Move(const std::stop_token& stop);

    Parts parts_;
    Options options_;
    std::unique_ptr<World> world_;
    std::jthread moving_;
};

}  // namespace fairlead::demo
