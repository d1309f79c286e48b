-- Like ngr_marks, but each product by itself. An event without a product has the product ''.
CREATE TABLE ngr_product_marks (
    operator_id {uuid} NOT NULL,
    player_id   {uuid} NOT NULL,
    currency    TEXT NOT NULL,
    product     TEXT NOT NULL,
    day         BIGINT NOT NULL,
    sum         {decimal} NOT NULL,
    latest      BIGINT,
    PRIMARY KEY (operator_id, player_id, currency, product, day)
) {clustered};
