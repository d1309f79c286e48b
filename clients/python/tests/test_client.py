"""Tests against a real service. tests/clients of the repository starts it, behind a proxy that fails as planned."""

import json
import os
import unittest
import urllib.request
import uuid
from pathlib import Path

import fairlead

URL, KEY, BRAND = (os.environ["FAIRLEAD_" + name] for name in ("URL", "KEY", "BRAND"))
SCRATCH = Path(os.environ["FAIRLEAD_SCRATCH"])


def make_event(event_type: str = "deposit", **members) -> dict:
    key = uuid.uuid4().hex
    return {"event_type": event_type, "event_time": "2026-03-10T14:05:06Z", "brand_id": BRAND, "player_external_ref": "py-" + key,
            "idempotency_key": key, "amount": "12.50", "currency": "EUR"} | members


class ClientCase(unittest.TestCase):
    def setUp(self):
        self.waits: list[float] = []
        self.plan()
        self.seen()
        self.client = self.open_client()

    def open_client(self, **options) -> fairlead.Client:
        client = fairlead.Client(URL, KEY, sleep=self.waits.append, **options)
        self.addCleanup(client.close)
        return client

    def plan(self, *faults: str):
        urllib.request.urlopen(urllib.request.Request(URL + "/faults", json.dumps(faults).encode(), method="PUT")).close()

    def seen(self) -> list[dict]:
        with urllib.request.urlopen(URL + "/requests") as answer:
            return json.load(answer)

    def stored(self, *events: dict) -> int:
        return sum(len(self.client.list_events(idempotency_key=event["idempotency_key"])["items"]) for event in events)


class Events(ClientCase):
    def test_an_event_is_accepted_once(self):
        event = make_event()
        first, again = self.client.send_event(event), self.client.send_event(event)
        self.assertEqual((first["result"]["status"], again["result"]["status"]), ("accepted", "duplicate"))
        self.assertEqual(first["result"]["event_id"], again["result"]["event_id"])

    def test_an_invalid_event_raises_all_its_errors(self):
        with self.assertRaises(fairlead.InvalidRequest) as caught:
            self.client.send_event(make_event("jackpot", amount="x"))
        self.assertEqual([error["pointer"] for error in caught.exception.errors], ["/event_type", "/amount"])
        self.assertIn("must be one of registration", caught.exception.errors[0]["detail"])

    def test_a_dry_run_keeps_nothing(self):
        event = make_event()
        self.assertEqual(self.client.send_event(event, dry_run=True)["result"]["status"], "accepted")
        self.assertEqual(self.client.send_events([event], dry_run=True)["summary"]["accepted"], 1)
        self.assertEqual(self.stored(event), 0)

    def test_many_events_go_in_batches_of_a_hundred(self):
        events = [make_event() for _ in range(250)]
        events[120]["amount"] = "x"
        answer = self.client.send_events(events)
        self.assertEqual(answer["summary"], {"total": 250, "accepted": 249, "duplicates": 0, "errors": 1})
        self.assertEqual([entry["idempotency_key"] for entry in answer["results"]],
                         [event["idempotency_key"] for event in events])
        self.assertEqual(answer["results"][120]["errors"][0]["pointer"], "/amount")
        self.assertEqual([one["events"] for one in self.seen()], [100, 100, 50])

    def test_a_batch_of_invalid_events_is_an_answer(self):
        self.assertEqual(self.client.send_events([make_event("jackpot")])["summary"]["errors"], 1)

    def test_large_events_go_in_smaller_batches(self):
        events = [make_event(note="x" * 30_000) for _ in range(50)]
        self.assertEqual(self.client.send_events(events)["summary"]["accepted"], 50)
        self.assertEqual([one["events"] for one in self.seen()], [33, 17])

    def test_a_batch_collects_events(self):
        with self.client.batch() as batch:
            for number in range(120):
                batch.add(make_event(**({"amount": "x"} if number == 7 else {})))
        self.assertEqual((batch.accepted, batch.duplicates, len(batch.refused)), (119, 0, 1))
        self.assertEqual([one["events"] for one in self.seen()], [100, 20])


class Retries(ClientCase):
    def test_a_busy_service_is_asked_again_after_the_time_that_it_names(self):
        self.plan("503", "429")
        self.assertEqual(self.client.send_event(make_event())["result"]["status"], "accepted")
        self.assertEqual(self.waits, [1, 1])

    def test_pauses_grow_without_a_time(self):
        self.plan("cut", "cut", "cut")
        self.client.send_event(make_event())
        for number, wait in enumerate(self.waits):
            self.assertTrue(0.25 * 2**number <= wait <= 0.5 * 2**number, self.waits)

    def test_a_lost_answer_does_not_count_an_event_twice(self):
        event = make_event()
        self.plan("lost")
        self.assertEqual(self.client.send_event(event)["result"]["status"], "duplicate")
        self.assertEqual(self.stored(event), 1)

    def test_a_lost_answer_does_not_create_a_resource_twice(self):
        name = "Py " + uuid.uuid4().hex
        self.plan("lost")
        affiliate = self.client.create_affiliate({"name": name, "email": uuid.uuid4().hex + "@example.com"})
        found = [one["id"] for one in self.client.list_affiliates(search=name)["items"]]
        self.assertEqual(found, [affiliate["id"]])
        keys = {one["idempotencyKey"] for one in self.seen() if one["method"] == "POST"}
        self.assertEqual(len(keys), 1)
        self.assertNotIn(None, keys)

    def test_the_last_failure_is_raised(self):
        self.plan("away")
        with self.assertRaises(fairlead.Unavailable):
            self.client.send_event(make_event())
        self.assertEqual(len(self.seen()), 5)

    def test_a_long_wait_is_left_to_the_caller(self):
        self.plan("429")
        with self.assertRaises(fairlead.Unavailable) as caught:
            self.open_client(wait_seconds_max=0.5).send_event(make_event())
        self.assertEqual((caught.exception.status, caught.exception.retry_after), (429, 1))

    def test_a_refusal_is_not_repeated(self):
        with self.assertRaises(fairlead.ApiError) as caught:
            self.client.read_brand(str(uuid.uuid4()))
        self.assertEqual((caught.exception.status, caught.exception.code), (404, "not_found"))
        with self.assertRaises(fairlead.ApiError) as caught:
            fairlead.Client(URL, "fl_" + "0" * 64).send_event(make_event())
        self.assertEqual(caught.exception.status, 401)
        self.assertEqual(len(self.seen()), 2)


class Operations(ClientCase):
    def test_resources_are_listed_and_changed(self):
        self.assertIn(BRAND, [brand["id"] for brand in self.client.list_brands(limit=50)["items"]])
        brand = self.client.create_brand({"name": "Py Casino"})
        self.assertEqual(self.client.change_brand(brand["id"], {"name": "Py Casino 2"})["name"], "Py Casino 2")
        report = self.client.query_report({"groupKeys": ["brand"], "metrics": ["click_count"], "period": "last7Days"})
        self.assertIn("totals", report)


class SpoolCase(ClientCase):
    def setUp(self):
        super().setUp()
        self.path = SCRATCH / (uuid.uuid4().hex + ".spool")

    def spooling(self, **options) -> fairlead.Client:
        return self.open_client(spool=fairlead.Spool(self.path, **options))


class Spooling(SpoolCase):
    def test_events_wait_on_disk_while_the_service_is_away(self):
        events = [make_event() for _ in range(3)]
        client = self.spooling()
        self.plan("away")
        self.assertEqual([client.record(event) for event in events], [None] * 3)
        self.assertEqual([json.loads(line) for line in self.path.read_text().splitlines()], events)
        self.assertEqual(self.waits, [], "record does not wait")
        with self.assertRaises(fairlead.Unavailable):
            client.flush()
        # Another process goes on.
        self.plan()
        flushed = self.spooling().flush()
        self.assertEqual((flushed.accepted, flushed.duplicates, flushed.refused), (3, 0, []))
        self.assertEqual(self.stored(*events), 3)
        self.assertEqual(self.spooling().flush().accepted, 0)
        self.assertFalse(self.path.exists())

    def test_events_are_sent_at_once_while_the_service_is_there(self):
        self.assertEqual(self.spooling().record(make_event())["result"]["status"], "accepted")
        self.assertFalse(self.path.exists())

    def test_a_lost_answer_does_not_count_spooled_events_twice(self):
        events = [make_event() for _ in range(150)]
        self.spooling()._spool.append([json.dumps(event).encode() for event in events])
        self.plan("lost")
        flushed = self.spooling().flush()
        self.assertEqual((flushed.accepted, flushed.duplicates), (50, 100))
        self.assertEqual(self.stored(*events[:3], *events[-3:]), 6)

    def test_a_flush_goes_on_behind_the_last_acknowledged_batch(self):
        events = [make_event() for _ in range(250)]
        client = self.spooling()
        client._spool.append([json.dumps(event).encode() for event in events])
        self.seen()
        calls = []

        def send(lines):
            calls.append(len(lines))
            if len(calls) == 2:
                raise fairlead.Unavailable("away")
            return client._send_lines(lines, False)["results"]

        with self.assertRaises(fairlead.Unavailable):
            client._spool.flush(send)
        self.assertEqual(self.spooling().flush().accepted, 150)
        self.assertEqual([one["events"] for one in self.seen()], [100, 100, 50])

    def test_new_events_queue_behind_waiting_ones_and_resume_by_themselves(self):
        client = self.spooling()
        first, second = make_event(), make_event()
        self.plan("away")
        client.record(first)
        self.plan()
        client._flush_at = 0
        self.assertIsNone(client.record(second))
        self.assertEqual(self.stored(first, second), 2)
        self.assertEqual(client.record(make_event())["result"]["status"], "accepted")

    def test_a_full_spool_refuses(self):
        client = self.spooling(bytes_max=300)
        self.plan("away")
        client.record(make_event())
        size = self.path.stat().st_size
        with self.assertRaises(fairlead.SpoolFull):
            client.record(make_event())
        self.assertEqual(self.path.stat().st_size, size)

    def test_a_line_that_a_crash_cut_off_is_dropped(self):
        kept = make_event()
        self.path.write_text(json.dumps(kept) + "\n" + json.dumps(make_event())[:40])
        client = self.spooling()
        client._spool.append([json.dumps(make_event()).encode()])
        self.assertEqual(client.flush().accepted, 2)
        self.path.write_text(json.dumps(kept) + "\n" + json.dumps(make_event())[:40])
        self.assertEqual(client.flush().duplicates, 1)

    def test_refused_events_are_put_aside_and_stop_nothing(self):
        bad, good = make_event(amount="x"), make_event()
        self.path.write_text("\n".join([json.dumps(bad), "no json", json.dumps(good)]) + "\n")
        flushed = self.spooling().flush()
        self.assertEqual((flushed.accepted, len(flushed.refused)), (1, 2))
        aside = [json.loads(line) for line in Path(str(self.path) + ".refused").read_text().splitlines()]
        self.assertCountEqual([one["event"] for one in aside], [bad, "no json"])
        self.assertEqual([one["errors"][0]["pointer"] for one in aside if one["event"] == bad], ["/amount"])

    def test_an_unknown_key_leaves_the_spool(self):
        client = self.spooling()
        client._spool.append([json.dumps(make_event()).encode()])
        stranger = fairlead.Client(URL, "fl_" + "0" * 64, spool=str(self.path))
        with self.assertRaises(fairlead.ApiError):
            stranger.flush()
        self.assertEqual(client.flush().accepted, 1)

    def test_a_batch_falls_back_to_the_spool(self):
        client = self.spooling()
        self.plan("away")
        with client.batch() as batch:
            batch.add(make_event())
        self.assertEqual(batch.spooled, 1)
        self.plan()
        self.assertEqual(client.flush().accepted, 1)


class Webhooks(unittest.TestCase):
    def test_every_vector(self):
        for vector in json.loads(Path(os.environ["FAIRLEAD_VECTORS"]).read_text())["vectors"]:
            headers = {"Webhook-Id": vector["id"], "Webhook-Timestamp": vector["timestamp"],
                       "Webhook-Signature": vector["signature"]}
            with self.subTest(vector["name"]):
                if vector["valid"]:
                    self.assertEqual(fairlead.verify_webhook(vector["body"], headers, vector["secrets"], now=vector["now"]),
                                     {"test": 2432232314})
                else:
                    with self.assertRaises(fairlead.WebhookRefused):
                        fairlead.verify_webhook(vector["body"], headers, vector["secrets"], now=vector["now"])


if __name__ == "__main__":
    unittest.main()
