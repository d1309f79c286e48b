-- Uploaded images. An operator has each image once, by the hash of its content.
CREATE TABLE images (
    operator_id  {uuid} NOT NULL,
    image_id     {uuid} NOT NULL,
    hash         {bytes} NOT NULL,
    format       TEXT NOT NULL,
    width        BIGINT NOT NULL,
    height       BIGINT NOT NULL,
    byte_count   BIGINT NOT NULL,
    unused_since BIGINT,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, image_id)
);

-- The bytes of an image, in a table of their own, so that a change of its row does not write them again.
CREATE TABLE image_contents (
    operator_id {uuid} NOT NULL,
    image_id    {uuid} NOT NULL,
    content     {bytes} NOT NULL,
    PRIMARY KEY (operator_id, image_id)
);

-- The uploaded image of a creative. Null for a creative that links to an image, or has none.
ALTER TABLE creatives ADD COLUMN image_id {uuid};

-- One tag per line.
ALTER TABLE affiliates ADD COLUMN tags TEXT NOT NULL DEFAULT '';
ALTER TABLE affiliates ADD COLUMN account_manager_id {uuid};

-- Whether the portal shows affiliates their account manager.
ALTER TABLE operators ADD COLUMN portal_shows_manager BIGINT NOT NULL DEFAULT 0;
