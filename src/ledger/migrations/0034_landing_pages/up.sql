-- The pages of a brand that links can lead to.
CREATE TABLE landing_pages (
    operator_id     {uuid} NOT NULL,
    landing_page_id {uuid} NOT NULL,
    brand_id        {uuid} NOT NULL,
    name            TEXT NOT NULL,
    url             TEXT NOT NULL,
    active          BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, landing_page_id)
);

-- The landing page that a link leads to. Null for a link with a destination of its own.
ALTER TABLE links ADD COLUMN landing_page_id {uuid};
