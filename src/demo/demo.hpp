#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "demo/operator_actions.hpp"

namespace fairlead::demo {

struct Options {
    std::string folder;  // What the demo is known by is kept here.
    int days = 365;      // How long a history is made.
    // Whether somebody wants the process to end; asked between two steps.
    std::function<bool()> stopped;
};

// Believable data of one operator, made through the use cases that real data goes through, and moving on. Used by one
// thread; the parts outlive it.
class Demo {
public:
    Demo(Parts parts, Options options);
    ~Demo();

    // Makes the history, or brings it up to date, and waits until reports show it. Blocks, and sets the process's clock
    // meanwhile: nothing may be served yet. False where it was told to stop. An Error where the data is not a demo's.
    Result<bool> Prepare();

    // From now on visitors and players come, until Stop.
    void StartMoving();
    void Stop();

    // Where to look, and with which log-ins.
    std::string Welcome() const;

private:
    struct World;

    Result<bool> Make();
    Result<bool> Resume();
    std::optional<Timestamp> LastClick(OperatorId owner) const;
    bool WaitForReports() const;
    void Move(const std::stop_token& stop);

    Parts parts_;
    Options options_;
    std::unique_ptr<World> world_;
    std::jthread moving_;
};

}  // namespace fairlead::demo
