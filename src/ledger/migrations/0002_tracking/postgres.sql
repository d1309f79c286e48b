-- Where clicks with some evidence and the events of a player are: a hash of what is looked for, and the numbers of the
-- blocks or events that have it. The embedded engine keeps them in its index (docs/adr/0003).
CREATE TABLE postings (
    operator_id uuid NOT NULL,
    term        BIGINT NOT NULL,
    number      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, term, number)
);
