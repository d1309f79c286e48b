"""Measures postbacks: what they cost events, how fast they leave, receivers that hang, and a million that wait."""

import argparse
import socket
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from bench.deals import make_deals
from bench.events import DATA, NAMES, WARM_UP_SECONDS
from bench.instance import Instance
from bench.load import EVENTS_PER_REQUEST, Driver
from bench.nginx import Nginx
from bench.open_loop import quantile
from bench.report import print_table, rate, say
from bench.result import Aim, Result
from tests.support.client import Client
from tests.support.ports import free_port
from tests.support.tracking import listed, made

HELP = "postbacks: their cost, their rate, receivers that hang, and many that wait"
# With the load's events these are 1.1 messages per event: an NGR update accrues commission.
TRIGGERS = ("registration", "deposit", "commission")
SETTINGS = {"outbox_allow_networks": "127.0.0.0/8"}
AS_WITHOUT = Aim(0.8)
LEAST_PER_SECOND = 5000
MOST_P99_SECONDS = 2
MOST_START_SECONDS = 5
PARTS = ("ingestion", "delivery", "hanging", "waiting")
REGISTRATIONS_PER_REQUEST = 100


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS)
    parser.add_argument("--seconds", type=int, default=10, help="duration of each measurement")
    parser.add_argument("--destinations", type=int, default=1000, help="of which three of ten hang")
    parser.add_argument("--waiting", type=int, default=1_000_000, help="messages that wait")


def bench(options: argparse.Namespace) -> list[Result]:
    results = []
    with Receiver(DATA.parent / "receiver") as receiver:
        if "ingestion" in options.only:
            results += [ingestion(script, options.seconds, receiver) for script in EVENTS_PER_REQUEST]
        if "delivery" in options.only:
            results.append(delivery(options.seconds, receiver))
        if "hanging" in options.only:
            results.append(hanging(options, receiver))
    if "waiting" in options.only:
        results.append(waiting(options.waiting))
    return results


class Receiver(Nginx):
    """nginx, which answers every postback at once, and logs its time of arrival and the time of its event."""

    def __init__(self, folder: Path):
        super().__init__(folder, "https://unused.example/")
        self.port = free_port()
        self.log = folder / "received.log"
        configuration = folder / "nginx.conf"
        text = configuration.read_text()
        head, tail = text.rsplit("}", 1)
        configuration.write_text(head + f"""
    log_format received '$msec $arg_time';
    server {{
        listen 127.0.0.1:{self.port} reuseport backlog=4096;
        access_log {self.log} received buffer=64k flush=1s;
        location / {{ return 204; }}
    }}
}}""" + tail)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/p?event={{event}}&player={{player}}&time={{time}}"


class Silence:
    """A receiver that takes connections and requests, and never answers."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self._taken: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}/p?event={{event}}"

    def _take(self):
        while True:
            try:
                self._taken.append(self._listener.accept()[0])
            except OSError:
                return

    def close(self):
        self._listener.close()
        for taken in self._taken:
            taken.close()


def add_postback(client: Client, affiliate: str, url: str, triggers: tuple[str, ...] = TRIGGERS):
    made(client.api("POST", "/postbacks", {"affiliateId": affiliate, "name": "Bench", "triggers": list(triggers), "url": url}))


def subscribe(instance: Instance, url: str):
    """Gives each affiliate a postback."""
    with instance.client(instance.key) as client:
        for affiliate in listed(client, "/affiliates"):
            add_postback(client, affiliate["id"], url)


@dataclass(frozen=True)
class Rates:
    events: float  # Per second, as are the messages.
    messages: float


def measure_rates(script: str, seconds: int, url: str | None) -> Rates:
    with Instance(DATA, **SETTINGS) as instance:
        driver = Driver(instance, script, 1, make_deals(instance))
        if url:
            subscribe(instance, url)
        driver.run(WARM_UP_SECONDS)
        before, began = delivered(instance), time.monotonic()
        events = driver.measure(seconds).events_per_second
        return Rates(events, (delivered(instance) - before) / (time.monotonic() - began))


def ingestion(script: str, seconds: int, receiver: Receiver) -> Result:
    say(f"{NAMES[script]} with deals: without postbacks, then with them")
    without = measure_rates(script, seconds, None)
    sent = measure_rates(script, seconds, receiver.url)
    # Nobody listens there: the messages are recorded and wait, so that only their part of the commit costs.
    recorded = measure_rates(script, seconds, f"http://127.0.0.1:{free_port()}/p?event={{event}}")
    print_table([NAMES[script], "events/s", "of the first", "messages/s"],
                [[name, rate(value.events), f"{value.events / without.events:.2f}", rate(value.messages)] for name, value in
                 (("without postbacks", without), ("recorded and sent", sent), ("recorded, cannot be sent", recorded))])
    return Result(f"{NAMES[script]} with deals and a postback on every event", "events/s", sent.events, without.events,
                  "without postbacks", AS_WITHOUT, note=f"{rate(sent.messages)} messages/s sent at the same time, "
                  f"{recorded.events / without.events:.2f} if they cannot be sent")


def delivered(instance: Instance) -> int:
    return int(instance.metric("fairlead_messages_delivered_total"))


def delivery(seconds: int, receiver: Receiver) -> Result:
    """Records more messages than can be sent at once, then measures only the delivery of the messages that wait."""
    with Instance(DATA, **SETTINGS) as instance:
        driver = Driver(instance, "batch", 1, make_deals(instance))
        subscribe(instance, receiver.url)
        driver.run(seconds)
        instance_before, began = delivered(instance), time.monotonic()
        time.sleep(seconds)
        per_second = (delivered(instance) - instance_before) / (time.monotonic() - began)
        memory = instance.memory()
        failed = instance.metric("fairlead_delivery_attempts_failed_total")
    say(f"{rate(per_second)} messages/s, {failed:.0f} attempts failed")
    return Result("delivery to a local receiver, 100 destinations", "messages/s", per_second, LEAST_PER_SECOND,
                  "what is asked for", Aim(1.0), memory.resident_mb)


@dataclass(frozen=True)
class Arrival:
    at: float
    event_at: float


def arrivals(log: Path) -> list[Arrival]:
    found = []
    for line in log.read_text().splitlines():
        at, event_at = line.split(" ", 1)
        if event_at != "-":
            event = datetime.fromisoformat(event_at.replace("%3A", ":").replace("Z", "+00:00"))
            found.append(Arrival(float(at), event.timestamp()))
    return found


def hanging(options: argparse.Namespace, receiver: Receiver) -> Result:
    """Registrations of all affiliates at a steady rate. A message's time is from its event to its arrival."""
    silence = Silence()
    try:
        with Instance(DATA, **SETTINGS) as instance:
            deals = make_deals(instance, options.destinations)
            with instance.client(instance.key) as client:
                for number, affiliate in enumerate(listed(client, "/affiliates")):
                    add_postback(client, affiliate["id"], silence.url if number % 10 < 3 else receiver.url, ("registration",))
                clicks = deals.clicks.read_text().split()
                receiver.log.write_bytes(b"")
                sent = register(client, instance, clicks, options.seconds * 3)
            time.sleep(3)
    finally:
        silence.close()
    times = sorted(one.at - one.event_at for one in arrivals(receiver.log))
    p99 = quantile(times, 0.99)
    print_table(["destinations", "hang", "registrations", "arrived", "p50 s", "p99 s", "most s"],
                [[str(options.destinations), str(options.destinations * 3 // 10), str(sent), str(len(times)),
                  *(f"{value:.3f}" for value in (quantile(times, 0.5), p99, times[-1]))]])
    return Result(f"{options.destinations:,} destinations of which 300 in 1,000 hang: p99 of the others", "s", p99,
                  MOST_P99_SECONDS, "what is asked for", Aim(1.0, at_most=True),
                  note=f"{len(times):,} messages of {sent:,} registrations")


def register(client: Client, instance: Instance, clicks: list[str], seconds: int) -> int:
    """Sends 500 registrations a second, in turn for each click. Returns their number."""
    number, began = 0, time.monotonic()
    while (elapsed := time.monotonic() - began) < seconds:
        if number > elapsed * 500:
            time.sleep(0.01)
            continue
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        events = [{"event_type": "registration", "event_time": now, "brand_id": instance.account.brand_id,
                   "idempotency_key": f"hanging-{number + each}", "player_external_ref": f"hanging-{number + each}",
                   "click_id": clicks[(number + each) % len(clicks)]} for each in range(REGISTRATIONS_PER_REQUEST)]
        answer = client.api("POST", "/events", {"events": events})
        if answer.status not in (200, 202, 207):
            raise RuntimeError(f"Events were refused with {answer.status}: {answer.body!r}")
        number += REGISTRATIONS_PER_REQUEST
    return number


def waiting(count: int) -> Result:
    """Fills the outbox with messages for a receiver that is not there, then starts the service again."""
    with Instance(DATA, **SETTINGS) as instance:
        driver = Driver(instance, "batch", 1, make_deals(instance))
        subscribe(instance, f"http://127.0.0.1:{free_port()}/p?event={{event}}")
        driver.fill(count, time.monotonic() + 300)
        before = instance.memory()
        messages = instance.ledger().count("outbox_messages")
        instance.stop()
        began = time.monotonic()
        instance.start()
        start_seconds = time.monotonic() - began
        time.sleep(5)
        after = instance.memory()
    print_table(["messages that wait", "start s", "VmRSS MB before", "VmHWM MB before", "VmRSS MB after the start"],
                [[f"{messages:,}", f"{start_seconds:.2f}", f"{before.resident_mb:.0f}", f"{before.peak_mb:.0f}",
                  f"{after.resident_mb:.0f}"]])
    return Result(f"start with {messages:,} messages that wait", "s", start_seconds, MOST_START_SECONDS, "what is asked for",
                  Aim(1.0, at_most=True), after.resident_mb)
