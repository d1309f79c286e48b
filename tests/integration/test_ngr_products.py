"""Totals of NGR are kept per product."""

import unittest

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres


class NgrProducts:
    def earned(self, mode: str, *totals: tuple[str | None, str, str]) -> list[str]:
        """What each total of a product, an amount and a time adds for an affiliate that gets all of it."""
        brand = self.brand(ngrMode=mode)["id"]
        affiliate = self.paid_affiliate({"revShare": {"rate": "100"}})
        player = self.player(affiliate, brand_id=brand)
        for product, amount, at in totals:
            members = {"product": product} if product else {}
            self.send(player, "ngr_update", amount, at, brand_id=brand, **members)
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)
        return self.amounts(affiliate)

    def test_daily_totals_of_two_products_add_up(self):
        self.assertEqual(self.earned("dailyTotal", ("casino", "100", "2026-03-10T10:00:00Z"),
                                     ("sports", "40", "2026-03-10T10:00:00Z"), (None, "7", "2026-03-10T10:00:00Z"),
                                     ("casino", "120", "2026-03-10T11:00:00Z"),
                                     ("sports", "30", "2026-03-10T11:00:00Z")), ["100", "40", "7", "20", "-10"])

    def test_lifetime_totals_of_two_products_add_up(self):
        self.assertEqual(self.earned("lifetimeTotal", ("casino", "100", "2026-03-10T10:00:00Z"),
                                     ("sports", "40", "2026-03-11T10:00:00Z"),
                                     ("casino", "130", "2026-03-12T10:00:00Z")), ["100", "40", "30"])

    def test_a_brand_that_starts_to_send_totals_continues_from_the_changes_of_each_product(self):
        brand = self.brand()["id"]
        affiliate = self.paid_affiliate({"revShare": {"rate": "100"}})
        player = self.player(affiliate, brand_id=brand)
        for product, amount in (("casino", "10"), ("sports", "20"), ("casino", "5")):
            self.send(player, "ngr_update", amount, brand_id=brand, product=product)
        self.change("/brands/" + brand, ngrMode="lifetimeTotal")
        self.service.restart()
        self.client = self.open_client()
        for product, amount in (("casino", "18"), ("sports", "19")):
            self.send(player, "ngr_update", amount, "2026-03-12T12:00:00Z", brand_id=brand, product=product)
        self.assertEqual(self.amounts(affiliate), ["10", "20", "5", "3", "-1"])
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)


class NgrProductsOnSqlite(NgrProducts, CommissionCase):
    pass


class NgrProductsOnPostgres(NgrProducts, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
