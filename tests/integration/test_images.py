"""Uploaded images: what is accepted, how they are served, how many there may be, and when they are dropped."""

import unittest
import uuid

from tests.support import program
from tests.support.case import ServiceCase
from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.client import Client, Response
from tests.support.pictures import BYTES_MAX, gif, jpeg, png, webp
from tests.support.restoring import Places, restore, run_sql, take
from tests.support.waiting import wait_until

# About nine seconds, in days: an image must not be dropped before the test uses it.
A_MOMENT_DAYS = 0.0001


def upload(client: Client, content: bytes, **headers) -> Response:
    return client.request("POST", "/api/v1/images", content, {"Content-Type": "application/octet-stream"} | headers)


def path_of(url: str) -> str:
    return "/api" + url.split("/api", 1)[1]


class Images:
    def image(self, content: bytes, client: Client | None = None) -> dict:
        answer = upload(client or self.client, content)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def fetched(self, image: dict, **headers) -> Response:
        with self.service.stranger() as visitor:
            return visitor.request("GET", path_of(image["url"]), headers=headers)

    # What is accepted.

    def test_the_format_and_the_size_come_from_the_content(self):
        for content, kind in ((png(728, 90), "image/png"), (jpeg(728, 90), "image/jpeg"), (gif(728, 90), "image/gif"),
                              (webp(728, 90), "image/webp")):
            with self.subTest(kind):
                # The client's own words for the type are not used.
                answer = upload(self.client, content, **{"Content-Type": "text/html"})
                self.assertEqual(answer.status, 201, answer.body)
                image = answer.json()
                self.assertEqual((image["contentType"], image["width"], image["height"], image["bytes"]),
                                 (kind, 728, 90, len(content)))
                self.assertEqual(self.client.api("GET", "/images/" + image["id"]).json(), image)
                served = self.fetched(image)
                self.assertEqual((served.status, served.body, served.header("Content-Type")), (200, content, kind))

    def test_other_content_is_refused_with_the_reason(self):
        whole = png()
        for content, why in ((b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "scripts"),
                             (b"<html><script>alert(1)</script>", "not a PNG"), (b"%PDF-1.7", "not a PNG"), (b"", "empty"),
                             (whole[:-4], "incomplete"), (png(20000, 1), "10000 pixels"), (b"\x89PNG\r\n\x1a\n", "incomplete"),
                             (b"GIF89a" + whole, "incomplete"), (whole + b"PK\5\6", "4 bytes after the end of its png"),
                             (jpeg() + b"PK\5\6", "after the end"), (gif() + b"PK;", "after the end"),
                             (webp() + b"PK", "after the end")):
            with self.subTest(why):
                problem = self.assert_problem(upload(self.client, content), 400)
                self.assertIn(why, problem["detail"])

    def test_an_image_has_at_most_two_mebibytes(self):
        largest = png(bytes_total=BYTES_MAX)
        self.assertEqual(len(largest), BYTES_MAX)
        image = self.image(largest)
        self.assertEqual(self.fetched(image).body, largest)
        self.assert_problem(upload(self.client, png(bytes_total=BYTES_MAX + 1)), 413)

    def test_other_bodies_keep_their_limit(self):
        answer = self.client.api("POST", "/affiliates", {"name": "x", "email": "x@y.example", "notes": "n" * (1 << 20)})
        self.assert_problem(answer, 413)

    def test_an_operator_has_each_content_once(self):
        content = png()
        first = self.image(content)
        again = upload(self.client, content)
        self.assertEqual((again.status, again.json()["id"]), (200, first["id"]))
        foreign = upload(self.rival, content)
        self.assertEqual(foreign.status, 201, "another operator has its own copy")
        self.assertNotEqual(foreign.json()["id"], first["id"])
        self.assertEqual(self.fetched(foreign.json()).body, content)

    def test_a_repeated_upload_with_its_key_is_answered_again(self):
        content, key = png(), {"Idempotency-Key": uuid.uuid4().hex}
        first, again = (upload(self.client, content, **key) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()["id"]), (201, 201, first.json()["id"]))
        self.assert_problem(upload(self.client, png(), **key), 409)

    # How they are served.

    def test_caches_may_keep_an_image_for_ever_and_a_browser_runs_nothing(self):
        image = self.image(png())
        served = self.fetched(image)
        self.assertEqual(served.header("Cache-Control"), "public, max-age=31536000, immutable")
        self.assertEqual(served.header("ETag"), f'"{image["hash"]}"')
        self.assertEqual(served.header("X-Content-Type-Options"), "nosniff")
        self.assertEqual(served.header("Content-Security-Policy"), "default-src 'none'; sandbox")
        self.assertEqual(served.header("Cross-Origin-Resource-Policy"), "cross-origin")
        known = self.fetched(image, **{"If-None-Match": served.header("ETag")})
        self.assertEqual((known.status, known.body, known.header("ETag")), (304, b"", served.header("ETag")))
        self.assertEqual(self.fetched(image, **{"If-None-Match": '"other"'}).status, 200)

    def test_an_unknown_image_is_not_found(self):
        for name in (str(uuid.uuid4()), "x", "%00"):
            with self.service.stranger() as visitor:
                answer = visitor.request("GET", "/api/v1/track/image/" + name)
                self.assert_problem(answer, 404)
                self.assertEqual(answer.header("Cache-Control"), "no-store")

    def test_an_image_survives_a_restart(self):
        content = png()
        image = self.image(content)
        self.service.restart()
        self.assertEqual(self.fetched(image).body, content)

    # Creatives.

    def test_a_creative_shows_its_uploaded_image(self):
        image = self.image(png(300, 250))
        creative = self.creative(imageId=image["id"])
        self.assertEqual([creative[name] for name in ("imageId", "imageUrl", "width", "height")],
                         [image["id"], image["url"], 300, 250])
        self.assertIsNone(self.client.api("GET", "/images/" + image["id"]).json()["unusedSince"])
        html = self.client.api("GET", f"/creatives/{creative['id']}/embed?linkId={self.link()['linkId']}").body.decode()
        self.assertIn(f'src="{image["url"]}"', html)
        self.assertEqual(self.creative(imageId=image["id"], width=150, height=125)["width"], 150, "half its size")

    def test_a_linked_image_replaces_an_uploaded_one_and_the_other_way_round(self):
        first, second = self.image(png(300, 250)), self.image(png(728, 90))
        creative = self.creative(imageUrl="https://cdn.example/a.png")
        path = "/creatives/" + creative["id"]
        changed = self.change(path, imageId=first["id"])
        self.assertEqual((changed["imageUrl"], changed["width"]), (first["url"], 300))
        # What was read can be sent back.
        self.assertEqual(self.change(path, imageUrl=changed["imageUrl"], name="Same")["imageId"], first["id"])
        self.assertEqual(self.change(path, imageId=second["id"], imageUrl=second["url"])["width"], 728)
        self.assertIsNotNone(self.client.api("GET", "/images/" + first["id"]).json()["unusedSince"])
        changed = self.change(path, imageUrl="https://cdn.example/b.png")
        self.assertEqual((changed["imageId"], changed["imageUrl"]), (None, "https://cdn.example/b.png"))
        both = self.client.api("PATCH", path, {"imageId": first["id"], "imageUrl": "https://cdn.example/b.png"})
        self.assert_refused(both, "/imageUrl")
        for unknown in (str(uuid.uuid4()), self.image(png(), self.rival)["id"], "x"):
            self.assert_refused(self.client.api("PATCH", path, {"imageId": unknown}), "/imageId")

    def test_an_image_that_a_creative_uses_is_not_deleted(self):
        image = self.image(png())
        creative = self.creative(imageId=image["id"])
        self.assert_problem(self.client.api("DELETE", "/images/" + image["id"]), 409)
        self.change("/creatives/" + creative["id"], imageId=None)
        self.assertEqual(self.client.api("DELETE", "/images/" + image["id"]).status, 204)
        self.assert_problem(self.fetched(image), 404)
        self.assert_problem(self.client.api("DELETE", "/images/" + image["id"]), 404)
        entries = self.items("/audit-log", "subject=image/" + image["id"])
        self.assertEqual([entry["action"] for entry in entries], ["image.delete", "image.create"])
        self.assertEqual(entries[0]["before"]["hash"], image["hash"])

    # Who may.

    def test_an_image_of_another_operator_cannot_be_read_or_deleted(self):
        image = self.image(png())
        for method in ("GET", "DELETE"):
            self.assert_problem(self.rival.api(method, "/images/" + image["id"]), 404)
        self.assertNotIn(image["id"], self.rival.api("GET", "/images?limit=200").body.decode())
        self.assertEqual(self.fetched(image).status, 200, "it is still there")

    def test_only_people_who_may_change_creatives_upload(self):
        with self.service.stranger() as stranger:
            self.assert_problem(upload(stranger, png()), 401)
        self.assert_problem(upload(self.open_client(self.service.create_key(scopes=["reports"])["key"]), png()), 403)
        scoped = self.open_client(self.service.create_key(scopes=["tracking"])["key"])
        self.assertEqual(upload(scoped, png()).status, 201)

    def test_verify_finds_a_changed_image(self):
        image, other = self.image(png()), self.image(png())
        self.assertEqual(program.run("verify", *self.service.place()).returncode, 0)
        self.service.stop()
        try:
            mine, others = (self.literal(one["id"]) for one in (image, other))
            run_sql(self.service, f"UPDATE image_contents SET content = (SELECT content FROM image_contents WHERE image_id = {others})"
                                  f" WHERE image_id = {mine}; DELETE FROM image_contents WHERE image_id = {others};")
            done = program.run("verify", *self.service.place())
        finally:
            self.service.start()
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, 1, said)
        self.assertIn(f"the content of image {image['id']} is not what was uploaded", said)
        self.assertIn(f"the content of image {other['id']} is missing", said)
        with self.service.client() as client:
            self.remove(client, image, other)

    def remove(self, client, *images: dict):
        for one in images:
            self.assertEqual(client.api("DELETE", "/images/" + one["id"]).status, 204)

    def literal(self, one: str) -> str:
        """An id in SQL."""
        return f"'{one}'" if self.engine == "postgres" else f"x'{uuid.UUID(one).hex}'"

    def test_a_restored_service_has_the_images_on_both_engines(self):
        content = png(bytes_total=BYTES_MAX)
        image = self.image(content)
        places = Places(self)
        backup = places.folder() / "one.backup"
        take(self.service, backup)
        for engine in ("sqlite", "postgres"):
            with self.subTest(engine):
                restored = places.empty_service(engine, self.service)
                done = restore(backup, restored)
                self.assertEqual(done.returncode, 0, done.stderr)
                restored.start()
                with restored.stranger() as visitor:
                    self.assertEqual(visitor.request("GET", path_of(image["url"])).body, content)


class ImagesOnSqlite(Images, CatalogueCase):
    pass


class ImagesOnPostgres(Images, CatalogueOnPostgres):
    def test_an_image_that_one_node_stored_is_served_by_the_other(self):
        content, other = png(), self.second_node()
        other.start()
        image = self.image(content)
        with other.stranger() as visitor:
            wait_until(lambda: visitor.request("GET", path_of(image["url"])).status == 200, "the other node knows it")
            self.assertEqual(visitor.request("GET", path_of(image["url"])).body, content)


class ImageLimits(ServiceCase):
    settings = {"images_max": 3, "images_mb_max": 1}

    def test_an_operator_has_a_bounded_number_and_size(self):
        rival = self.open_client(self.service.create_operator("Rival Gaming").api_key)
        kept = [upload(self.client, png(note=str(number))).json() for number in range(2)]
        large = upload(self.client, png(bytes_total=1 << 20))
        self.assertIn("1 MB", self.assert_problem(large, 409)["detail"])
        self.assertEqual(upload(self.client, png()).status, 201)
        self.assertIn("3 images", self.assert_problem(upload(self.client, png()), 409)["detail"])
        self.assertEqual(upload(self.client, png(note="0")).status, 200, "it is there already")
        # The limit is each operator's own.
        self.assertEqual([upload(rival, png()).status for _ in range(3)], [201] * 3)
        self.assertEqual(self.client.api("DELETE", "/images/" + kept[0]["id"]).status, 204)
        self.assertEqual(upload(self.client, png()).status, 201)


class ImageRetention(CatalogueCase):
    settings = {"drop_images_after_days": A_MOMENT_DAYS}

    def test_an_image_that_no_creative_uses_is_dropped(self):
        used = upload(self.client, png()).json()
        creative = self.creative(imageId=used["id"])
        unused = upload(self.client, png()).json()
        gone = "/images/" + unused["id"]
        wait_until(lambda: self.client.api("GET", gone).status == 404, "the unused image is dropped")
        entry = self.items("/audit-log", "subject=image/" + unused["id"])[0]
        self.assertEqual((entry["action"], entry["actor"]), ("image.delete", "service"))
        self.assertEqual(self.client.api("GET", "/images/" + used["id"]).status, 200)
        self.change("/creatives/" + creative["id"], imageId=None)
        wait_until(lambda: self.client.api("GET", "/images/" + used["id"]).status == 404, "and so is the other one")


class NoImageCache(CatalogueCase):
    settings = {"image_cache_mb": 0}

    def test_images_are_served_without_memory_for_them(self):
        content = png()
        image = upload(self.client, content).json()
        with self.service.stranger() as visitor:
            for _ in range(2):
                self.assertEqual(visitor.request("GET", path_of(image["url"])).body, content)


class ManyVisitors(CatalogueCase):
    """A connection that has shown a large image holds no copy of it."""

    VISITORS = 100

    def test_visitors_share_the_content(self):
        content = png(bytes_total=BYTES_MAX)
        image = upload(self.client, content).json()
        path, tag = path_of(image["url"]), f'"{image["hash"]}"'
        visitors = [self.open_stranger() for _ in range(self.VISITORS)]
        # What the allocator (or a sanitizer) keeps of freed memory does not count.
        for _ in range(150):
            self.assertEqual(visitors[0].request("GET", path).status, 200)
        for visitor in visitors:
            self.assertEqual(visitor.request("GET", path, headers={"If-None-Match": tag}).status, 304)
        before = self.service.resident_bytes()
        for visitor in visitors:
            served = visitor.request("GET", path)
            self.assertEqual((served.status, served.header("Content-Length")), (200, str(BYTES_MAX)))
            self.assertEqual(served.body, content)
        grown = self.service.resident_bytes() - before
        self.assertLess(grown, self.VISITORS * BYTES_MAX / 2, f"{grown >> 20} MiB for {self.VISITORS} connections")

    def open_stranger(self) -> Client:
        visitor = self.service.stranger()
        self.addCleanup(visitor.close)
        return visitor


if __name__ == "__main__":
    unittest.main()
