"""Support for tests of fraud rules: rules, clicks and players that they find, and the signals."""

from tests.support.commission import CommissionCase
from tests.support.events import fresh_key, hours_from_now
from tests.support.waiting import wait_until

BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
# A short window, so that the rule is applied every three seconds, and long enough for the clicks on a slow machine.
BURST = {"windowMinutes": 3, "clicksMax": 5}


class FraudCase(CommissionCase):
    settings = {"fraud_check_seconds": "0.2", "trusted_proxies": "127.0.0.1/32"}

    def rule(self, kind: str = "clickBurst", client=None, /, **members) -> dict:
        return self.make("/fraud-rules", client, **({"name": fresh_key("rule"), "kind": kind} | members))

    def clicks_on(self, link: dict, count: int, address: str = "192.0.2.1", agent: str = BROWSER) -> list[str]:
        """Clicks on a link. Returns their ids."""
        headers = {"User-Agent": agent, "X-Forwarded-For": address}
        answers = [self.client.api("GET", "/track/click/" + link["linkId"], headers=headers) for _ in range(count)]
        clicks = [answer.header("Location").split("click_id=")[1].split("&")[0] for answer in answers]
        # Clicks wait in a journal before they are in the ledger.
        wait_until(lambda: self.items("/clicks", "clickId=" + clicks[-1]), "the ledger has the clicks")
        return clicks

    def fast_player(self, affiliate: dict) -> str:
        """A player that registers at once after the click."""
        [click] = self.clicks_on(self.link(affiliateId=affiliate["id"]), 1)
        player = fresh_key("player")
        self.accept(self.event("registration", player_external_ref=player, event_time=hours_from_now(0), click_id=click))
        return player

    def signals(self, query: str = "", client=None) -> list[dict]:
        answer = (client or self.client).api("GET", "/fraud-signals?limit=200" + ("&" + query if query else ""))
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["items"]

    def found(self, rule: dict, count: int = 1) -> list[dict]:
        """The signals of the rule, as soon as there are `count`."""
        return wait_until(lambda: len(items := self.signals("ruleId=" + rule["id"])) >= count and items,
                          "the rule finds something")

    def found_on(self, rule: dict, link: dict, value: str | None = None) -> dict:
        """The only signal of the rule about the link, as soon as there is one with this value."""
        def matching() -> list[dict]:
            items = [one for one in self.signals("ruleId=" + rule["id"]) if one["linkId"] == link["linkId"]]
            return [one for one in items if value in (None, one["value"])]

        [signal] = wait_until(matching, "the rule finds the clicks on the link")
        return signal

    def decide(self, signal: dict, decision: str, reason: str | None = "Checked", **options):
        body = {} if reason is None else {"reason": reason}
        return self.client.api("POST", f"/fraud-signals/{signal['id']}/{decision}", body, **options)

    def fast_signal(self, affiliate: dict | None = None, holds: bool = False) -> dict:
        """An open signal of a new rule about a player that registered too fast. The rule is switched off afterwards."""
        affiliate = affiliate or self.paid_affiliate({"cpl": {"amount": "5"}})
        self.fast_player(affiliate)
        rule = self.rule("fastRegistration", parameters={"secondsMin": 3600}, status="active", holds=holds)
        wait_until(lambda: self.signals(f"ruleId={rule['id']}&affiliateId={affiliate['id']}"), "the rule finds the player")
        self.change("/fraud-rules/" + rule["id"], status="inactive")
        return self.signals(f"ruleId={rule['id']}&affiliateId={affiliate['id']}")[0]
