-- A ledger with the ninth schema, as its program left it, with what it was told in the file beside it.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accruals (
    operator_id uuid NOT NULL,
    number bigint NOT NULL,
    recorded_at bigint NOT NULL,
    affiliate_id uuid NOT NULL,
    player_id uuid,
    brand_id uuid,
    event_seq bigint,
    deal_id uuid NOT NULL,
    deal_version bigint NOT NULL,
    component text NOT NULL,
    reason text NOT NULL,
    period bigint NOT NULL,
    event_time bigint NOT NULL,
    payable_from bigint,
    late bigint NOT NULL,
    amount numeric(38,8) NOT NULL,
    currency text NOT NULL,
    base numeric(38,8),
    rate numeric(38,8),
    source bigint,
    reverses bigint,
    seen bytea NOT NULL
);
CREATE TABLE public.adjustments (
    operator_id uuid NOT NULL,
    adjustment_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    amount numeric(38,8) NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    actor text NOT NULL,
    made_at bigint NOT NULL,
    commit_no bigint NOT NULL
);
CREATE TABLE public.affiliates (
    operator_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    status text NOT NULL,
    parent_affiliate_id uuid,
    deal_ids text NOT NULL,
    min_payout numeric(38,8),
    notes text,
    created_at bigint NOT NULL
);
CREATE TABLE public.anomalies (
    operator_id uuid NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    player_id uuid NOT NULL,
    event_id uuid NOT NULL,
    recorded_at bigint NOT NULL
);
CREATE TABLE public.api_keys (
    operator_id uuid NOT NULL,
    key_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    active bigint NOT NULL,
    allowed_ips text NOT NULL,
    requests_per_minute bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE TABLE public.attributions (
    operator_id uuid NOT NULL,
    player_id uuid NOT NULL,
    number bigint NOT NULL,
    decided_at bigint NOT NULL,
    method text NOT NULL,
    click_id uuid,
    affiliate_id uuid,
    link_id uuid,
    actor text,
    reason text,
    decision bytea
);
CREATE TABLE public.audit_log (
    operator_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    before text,
    after text
);
CREATE TABLE public.brands (
    operator_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    name text NOT NULL,
    website_url text,
    attribution_window_days bigint NOT NULL,
    attribution_fallback text NOT NULL,
    ngr_mode text NOT NULL,
    active bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.campaigns (
    operator_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    name text NOT NULL,
    active bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.changes (
    operator_id uuid NOT NULL,
    number bigint NOT NULL,
    kind text NOT NULL,
    content text NOT NULL
);
CREATE TABLE public.commission_groups (
    operator_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    period bigint NOT NULL,
    deal_id uuid NOT NULL,
    deal_version bigint NOT NULL,
    state bytea NOT NULL
);
CREATE TABLE public.commits (
    operator_id uuid NOT NULL,
    commit_no bigint NOT NULL,
    recorded_at bigint NOT NULL,
    last_seq bigint NOT NULL,
    last_accrual bigint NOT NULL,
    last_change bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.cpa_positions (
    operator_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    period bigint NOT NULL,
    deal_id uuid NOT NULL,
    deal_version bigint NOT NULL,
    "position" bigint NOT NULL,
    player_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    amount numeric(38,8) NOT NULL,
    priced_by bigint NOT NULL,
    payable_from bigint NOT NULL,
    standing bigint NOT NULL
);
CREATE TABLE public.creatives (
    operator_id uuid NOT NULL,
    creative_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    image_url text,
    width bigint,
    height bigint,
    active bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.deal_versions (
    operator_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    version bigint NOT NULL,
    effective_from bigint,
    terms text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.deals (
    operator_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    name text NOT NULL,
    binding text NOT NULL,
    brand_ids text NOT NULL,
    countries text NOT NULL,
    is_default bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.event_differences (
    operator_id uuid NOT NULL,
    event_id uuid NOT NULL,
    content_digest bytea NOT NULL,
    idempotency_key text NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.event_keys (
    operator_id uuid NOT NULL,
    key_digest bytea NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE public.events (
    operator_id uuid NOT NULL,
    seq bigint NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    event_time bigint NOT NULL,
    recorded_at bigint NOT NULL,
    brand_id uuid NOT NULL,
    player_id uuid NOT NULL,
    idempotency_key text NOT NULL,
    amount numeric(38,8),
    currency text,
    click_id text,
    country text,
    product text,
    game text,
    user_agent text,
    ip_hash text,
    unknown_members text,
    ngr_delta numeric(38,8)
);
CREATE TABLE public.fact_blocks (
    operator_id uuid NOT NULL,
    recorded_at bigint NOT NULL,
    block_no bigint NOT NULL,
    click_count bigint NOT NULL,
    fact_count bigint NOT NULL,
    payload bytea NOT NULL
);
CREATE TABLE public.feeds (
    operator_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    event_type text NOT NULL,
    last_event_time bigint NOT NULL,
    last_recorded_at bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.fx_rates (
    operator_id uuid NOT NULL,
    from_currency text NOT NULL,
    to_currency text NOT NULL,
    date bigint NOT NULL,
    rate text NOT NULL,
    recorded_at bigint NOT NULL
);
CREATE TABLE public.held_accruals (
    operator_id uuid NOT NULL,
    number bigint NOT NULL,
    held_at bigint NOT NULL,
    affiliate_id uuid NOT NULL,
    player_id uuid NOT NULL,
    event_seq bigint NOT NULL,
    deal_id uuid NOT NULL,
    deal_version bigint NOT NULL,
    component text NOT NULL,
    period bigint NOT NULL,
    late bigint NOT NULL,
    from_currency text NOT NULL,
    to_currency text NOT NULL,
    event_time bigint NOT NULL,
    source bigint
);
CREATE TABLE public.links (
    operator_id uuid NOT NULL,
    link_id uuid NOT NULL,
    code text NOT NULL,
    affiliate_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    destination_url text NOT NULL,
    name text,
    campaign_id uuid,
    source_id uuid,
    creative_id uuid,
    geo_target text,
    active bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.marketing_sources (
    operator_id uuid NOT NULL,
    source_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    name text NOT NULL,
    type text,
    url text,
    created_at bigint NOT NULL
);
CREATE TABLE public.ngr_marks (
    operator_id uuid NOT NULL,
    player_id uuid NOT NULL,
    currency text NOT NULL,
    day bigint NOT NULL,
    sum numeric(38,8) NOT NULL,
    latest bigint
);
CREATE TABLE public.operators (
    operator_id uuid NOT NULL,
    name text NOT NULL,
    currencies text NOT NULL,
    created_at bigint NOT NULL,
    catalogue_version bigint NOT NULL,
    last_seq bigint NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    base_currency text DEFAULT 'EUR'::text NOT NULL,
    min_payout numeric(38,8) DEFAULT '0'::numeric NOT NULL,
    portal_name text,
    portal_logo_url text,
    portal_primary_color text,
    portal_domains text DEFAULT ''::text NOT NULL,
    last_block bigint DEFAULT 0 NOT NULL,
    last_recorded_at bigint DEFAULT 0 NOT NULL,
    click_total bigint DEFAULT 0 NOT NULL,
    impression_total bigint DEFAULT 0 NOT NULL,
    last_commit bigint DEFAULT 0 NOT NULL,
    last_hash bytea,
    last_accrual bigint DEFAULT 0 NOT NULL,
    last_held bigint DEFAULT 0 NOT NULL,
    last_change bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.players (
    operator_id uuid NOT NULL,
    player_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    external_ref text NOT NULL,
    created_at bigint NOT NULL,
    registration_seq bigint,
    first_deposit_seq bigint,
    registered_at bigint,
    country text,
    affiliate_id uuid,
    origin bytea,
    commission bytea
)
WITH (fillfactor='80');
CREATE TABLE public.postings (
    operator_id uuid NOT NULL,
    term bigint NOT NULL,
    number bigint NOT NULL
);
CREATE TABLE public.probes (
    name text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.rate_windows (
    operator_id uuid NOT NULL,
    key_id uuid NOT NULL,
    started_at bigint NOT NULL,
    used bigint NOT NULL
);
CREATE TABLE public.report_presets (
    operator_id uuid NOT NULL,
    preset_id uuid NOT NULL,
    name text NOT NULL,
    group_keys text NOT NULL,
    metrics text NOT NULL,
    filters text NOT NULL,
    start_date bigint,
    end_date bigint,
    period text NOT NULL,
    token_active bigint NOT NULL,
    token_hash bytea NOT NULL,
    token_sealed bytea NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.retention (
    operator_id uuid NOT NULL,
    dropped_to bigint NOT NULL,
    archived_to bigint NOT NULL
);
CREATE TABLE public.schema_migrations (
    number bigint NOT NULL,
    name text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.sessions (
    operator_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    ended_at bigint,
    totp_step bigint
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE public.statement_steps (
    operator_id uuid NOT NULL,
    statement_id uuid NOT NULL,
    number bigint NOT NULL,
    status text NOT NULL,
    actor text NOT NULL,
    at bigint NOT NULL,
    payment_date text,
    payment_method text,
    payment_reference text
);
CREATE TABLE public.statements (
    operator_id uuid NOT NULL,
    statement_id uuid NOT NULL,
    affiliate_id uuid NOT NULL,
    period bigint NOT NULL,
    currency text NOT NULL,
    closed_at bigint NOT NULL,
    closed_by text NOT NULL,
    commit_no bigint NOT NULL,
    payable numeric(38,8) NOT NULL,
    content bytea NOT NULL,
    content_hash bytea NOT NULL,
    previous_hash bytea NOT NULL
);
CREATE TABLE public.users (
    operator_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL,
    affiliate_id uuid,
    status text DEFAULT 'active'::text NOT NULL,
    totp_sealed bytea,
    totp_pending_sealed bytea,
    recovery_hashes bytea,
    invite_hash bytea,
    invite_ends_at bigint DEFAULT 0 NOT NULL
);
INSERT INTO public.accruals VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1, 1794857413690318, '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', '01a1e5d6-ac2d-7d68-8a4c-774387e07db4', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 2, '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', 1, 'revShare', 'earned', 24314, 1772366400000000, NULL, 0, 25.00000000, 'EUR', 100.00000000, 25.00000000, NULL, NULL, '\x020100000100000180c8afa02500010000');
INSERT INTO public.affiliates VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', 'Best Bets', 'team@bets.example', 'approved', NULL, '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', NULL, NULL, 1794857413646988);
INSERT INTO public.api_keys VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 'First key', 'fairlead_8a73231e', '\xbc4385ebc03623ee2023c78440d6c607752c50b50afdf904a381516ec7284ea3', 1, '', 1000, 1794857413028089, 1794857413607448);
INSERT INTO public.attributions VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac2d-7d68-8a4c-774387e07db4', 1, 1794857413676167, 'direct', '01a1e5d6-ac26-7f9d-8000-1d005251f728', '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', '01a1e5d6-ac22-7872-afcc-d0ccf03a1382', NULL, NULL, '\x001e2430316131653564362d616332362d376639642d383030302d316430303532353166373238000101a1e5d6ac267f9d80001d005251f7280001a1e5d6ac0e77ef930cb5cc01aa98590101a1e5d6ac227872afccd0ccf03a1382');
INSERT INTO public.audit_log VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9cb-7e9b-bbf8-d92453e1ca8a', 1794857413067922, 'commandLine', 'operator.create', 'operator/01a1e5d6-a9a4-7199-81f1-4e274728a7bb', NULL, '{"name":"Harbour Gaming"}');
INSERT INTO public.audit_log VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-abfc-7b74-806d-018f22bcd2c0', 1794857413628723, 'apiKey/01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 'deal.create', 'deal/01a1e5d6-abe7-78b0-95f2-9a9b316b312d', NULL, '{"id":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":null,"version":1}');
INSERT INTO public.audit_log VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac08-7d91-8ab6-aef5f7c25a4b', 1794857413640856, 'apiKey/01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 'deal.update', 'deal/01a1e5d6-abe7-78b0-95f2-9a9b316b312d', '{"id":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":null,"version":1}', '{"id":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","name":"Raised","binding":"registration","scope":{"brandIds":[],"countries":[]},"isDefault":false,"terms":{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"effectiveFrom":"2999-12-01","version":2}');
INSERT INTO public.audit_log VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac16-78e5-8464-4b54126141e4', 1794857413654564, 'apiKey/01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 'affiliate.create', 'affiliate/01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', NULL, '{"id":"01a1e5d6-ac0e-77ef-930c-b5cc01aa9859","name":"Best Bets","email":"team@bets.example","status":"approved","parentAffiliateId":null,"dealIds":["01a1e5d6-abe7-78b0-95f2-9a9b316b312d"],"minPayout":null,"notes":null}');
INSERT INTO public.audit_log VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac24-7e10-a37e-0eb55e655991', 1794857413668885, 'apiKey/01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 'link.create', 'link/01a1e5d6-ac22-7872-afcc-d0ccf03a1382', NULL, '{"linkId":"01a1e5d6-ac22-7872-afcc-d0ccf03a1382","code":"nxgu2p8ech","affiliateId":"01a1e5d6-ac0e-77ef-930c-b5cc01aa9859","brandId":"01a1e5d6-a9a4-71ae-bd80-6877428d2fad","destinationUrl":"https://casino.example/join","name":null,"campaignId":null,"marketingSourceId":null,"creativeId":null,"geoTarget":null,"status":"active"}');
INSERT INTO public.brands VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 'Harbour Gaming', NULL, 30, 'lastClick', 'delta', 1, 1794857413028089);
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1, 'operator', '{"timeZone":"UTC","baseCurrency":"EUR","minPayout":"0"}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 2, 'brand', '{"brandId":"01a1e5d6-a9a4-71ae-bd80-6877428d2fad","ngrMode":"delta"}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 3, 'deal', '{"dealId":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","name":"Raised","binding":"registration","brandIds":[],"countries":[],"isDefault":false,"createdAt":1794857413608235}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 4, 'dealVersion', '{"dealId":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","version":1,"effectiveFrom":null,"terms":{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"createdAt":1794857413608235}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 5, 'deal', '{"dealId":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","name":"Raised","binding":"registration","brandIds":[],"countries":[],"isDefault":false,"createdAt":1794857413608235}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 6, 'dealVersion', '{"dealId":"01a1e5d6-abe7-78b0-95f2-9a9b316b312d","version":2,"effectiveFrom":"2999-12-01","terms":{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}},"createdAt":1794857413637860}');
INSERT INTO public.changes VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 7, 'affiliate', '{"affiliateId":"01a1e5d6-ac0e-77ef-930c-b5cc01aa9859","dealIds":["01a1e5d6-abe7-78b0-95f2-9a9b316b312d"],"parentAffiliateId":null,"minPayout":null}');
INSERT INTO public.commission_groups VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', 24314, '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', 1, '\x010180c8afa02500010000010101a1e5d6a9a471aebd806877428d2fad01010180c8afa025000180f28ba809000180f28ba8090000');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1, 1794857413050694, 0, 0, 2, '\x256dddc83a5120e52578306d72e2459846005e837b1fbdb58e0a795285b1caa7');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 2, 1794857413626574, 0, 0, 4, '\x3325888429f257f2840cc1998abefb8ec55bc93091274e05aa69835488d3b429');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 3, 1794857413639641, 0, 0, 6, '\xde834d40e571271a548373f6b49e48727e172cdeee64a712c99acf8e5d618312');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 4, 1794857413651117, 0, 0, 7, '\xbbb779acd20d6cc9e4a265558ccb0b26ee03c575c8f85719558aa257dc8bf386');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 5, 1794857413676167, 1, 0, 7, '\x7761a6277d678bf2ac3d45bff3845d9b768c956ff187e9e968dc648a2cdc1e61');
INSERT INTO public.commits VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 6, 1794857413690318, 2, 1, 7, '\xfe0c543fe95773320874177c12a9e35d0cc081477225a458663a9cc0b1c06315');
INSERT INTO public.deal_versions VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', 1, NULL, '{"currency":"EUR","revShare":{"rate":"25","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}}', 1794857413608235);
INSERT INTO public.deal_versions VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', 2, 376169, '{"currency":"EUR","revShare":{"rate":"27","tiers":[],"tierMode":"marginal","adminFeePercent":"0","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null}}', 1794857413637860);
INSERT INTO public.deals VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-abe7-78b0-95f2-9a9b316b312d', 'Raised', 'registration', '', '', 0, 1794857413608235);
INSERT INTO public.event_keys VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '\x2dc2d88e2858d183ebed8a203bf477f4', 1);
INSERT INTO public.event_keys VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '\xf142002eb2d71f597640a6c7c47f3d6d', 2);
INSERT INTO public.events VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1, '01a1e5d6-ac2d-7d69-93cd-11cdd1239313', 'registration', 1772366400000000, 1794857413676167, '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', '01a1e5d6-ac2d-7d68-8a4c-774387e07db4', 'registration', NULL, NULL, '01a1e5d6-ac26-7f9d-8000-1d005251f728', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 2, '01a1e5d6-ac3a-7be3-b29f-9e75efba30ef', 'ngr_update', 1772366400000000, 1794857413690318, '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', '01a1e5d6-ac2d-7d68-8a4c-774387e07db4', 'ngr', 100.00000000, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.fact_blocks VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1794857413670976, 1, 1, 1, '\x0002010101a1e5d6a9a471aebd806877428d2fad00000000000000000000000000000000000101a1e5d6ac0e77ef930cb5cc01aa985901a1e5d6ac227872afccd0ccf03a1382000000000100a8eec79285a00700570a3364b60e9db65883cf45d66f165400000000');
INSERT INTO public.fact_blocks VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1794857413676167, 2, 0, 1, '\x00020000010080c0f8daa6fda506020001a1e5d6a9a471aebd806877428d2fad01a1e5d6ac2d7d688a4c774387e07db400000002260101a1e5d6ac0e77ef930cb5cc01aa985901a1e5d6ac227872afccd0ccf03a1382000000000000');
INSERT INTO public.fact_blocks VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 1794857413690318, 3, 0, 2, '\x00020000010380c0f8daa6fda506020180c8afa025000345555201a1e5d6a9a471aebd806877428d2fad01a1e5d6ac2d7d688a4c774387e07db400000002260101a1e5d6ac0e77ef930cb5cc01aa985901a1e5d6ac227872afccd0ccf03a13820000000000010180c0f8daa6fda5060180f28ba80900034555520001a1e5d6abe778b095f29a9b316b312d0101a1e5d6a9a471aebd806877428d2fad01a1e5d6ac2d7d688a4c774387e07db4000000260101a1e5d6ac0e77ef930cb5cc01aa985901a1e5d6ac227872afccd0ccf03a13820000000000');
INSERT INTO public.feeds VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 'registration', 1772366400000000, 1794857413676167, 1);
INSERT INTO public.feeds VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 'ngr_update', 1772366400000000, 1794857413690318, 1);
INSERT INTO public.links VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac22-7872-afcc-d0ccf03a1382', 'nxgu2p8ech', '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 'https://casino.example/join', NULL, NULL, NULL, NULL, NULL, 1, 1794857413666999);
INSERT INTO public.operators VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 'Harbour Gaming', '', 1794857413028089, 5, 2, 'UTC', 'EUR', 0.00000000, NULL, NULL, NULL, '', 3, 1794857413690318, 1, 0, 6, '\xfe0c543fe95773320874177c12a9e35d0cc081477225a458663a9cc0b1c06315', 1, 0, 7);
INSERT INTO public.players VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-ac2d-7d68-8a4c-774387e07db4', '01a1e5d6-a9a4-71ae-bd80-6877428d2fad', 'anna', 1794857413676167, 1, NULL, 1772366400000000, NULL, '01a1e5d6-ac0e-77ef-930c-b5cc01aa9859', '\x0101a1e5d6ac0e77ef930cb5cc01aa985901a1e5d6ac227872afccd0ccf03a13820000000000', '\x010101a1e5d6abe778b095f29a9b316b312d010001000001000001000001000001000000');
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 2615749285215536046, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', 6090312995240987121, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', -7793799476376469914, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', -5707297441681108984, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', -3276904465152261319, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', -2962704644217548747, 1794857413670976);
INSERT INTO public.postings VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', -1042277411892428253, 1);
INSERT INTO public.rate_windows VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71b2-a185-6e6c0642b37e', 1794857413674925, 50);
INSERT INTO public.schema_migrations VALUES (1, '0001_foundation', 1794857412713630);
INSERT INTO public.schema_migrations VALUES (2, '0002_tracking', 1794857412789619);
INSERT INTO public.schema_migrations VALUES (3, '0003_deals', 1794857412827527);
INSERT INTO public.schema_migrations VALUES (4, '0004_commission', 1794857412934291);
INSERT INTO public.schema_migrations VALUES (5, '0005_reports', 1794857412945296);
INSERT INTO public.schema_migrations VALUES (6, '0006_retention', 1794857412961923);
INSERT INTO public.schema_migrations VALUES (7, '0007_accounts', 1794857412981318);
INSERT INTO public.schema_migrations VALUES (8, '0008_events_by_player', 1794857412989740);
INSERT INTO public.schema_migrations VALUES (9, '0009_random_columns_first', 1794857413001635);
INSERT INTO public.settings VALUES ('address_key', '\x0a9bd452d3bd84e6970e9e0d0f110a2e10df114bcd23707b65efdd0d48d94440abd06ecb452992a5193c6e06c7eecc2ebb565e7cc5b03c6ff6e71551194a7d66f5fe14b32140a9bc');
INSERT INTO public.settings VALUES ('token_key', '\x535a0099691af880640c0e0ab28b269c57312009373c79888814ff242876b6d8dfc3cbfc0847db36647c7c82722344c43fd208010e81aecdcc0f4c3abc22263bddbcfa8505009eb1');
INSERT INTO public.users VALUES ('01a1e5d6-a9a4-7199-81f1-4e274728a7bb', '01a1e5d6-a9a4-71b3-8327-eeb6910cd762', 'admin@harbour-gaming.local', 'admin', '$argon2id$v=19$m=65536,t=2,p=1$JHpw9GggXZZwFb1kg7fV6Q$UkhOpFPmNBF9ajZuWsn9017rEj2uxXy24CV8qoMQVIM', 1794857413028089, NULL, 'active', NULL, NULL, NULL, NULL, 0);
ALTER TABLE ONLY public.accruals
    ADD CONSTRAINT accruals_pkey PRIMARY KEY (operator_id, number);
ALTER TABLE ONLY public.adjustments
    ADD CONSTRAINT adjustments_pkey PRIMARY KEY (operator_id, adjustment_id);
ALTER TABLE ONLY public.affiliates
    ADD CONSTRAINT affiliates_pkey PRIMARY KEY (operator_id, affiliate_id);
ALTER TABLE ONLY public.anomalies
    ADD CONSTRAINT anomalies_pkey PRIMARY KEY (operator_id, seq);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (operator_id, key_id);
ALTER TABLE ONLY public.attributions
    ADD CONSTRAINT attributions_pkey PRIMARY KEY (operator_id, player_id, number);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (operator_id, entry_id);
ALTER TABLE ONLY public.brands
    ADD CONSTRAINT brands_pkey PRIMARY KEY (operator_id, brand_id);
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT campaigns_pkey PRIMARY KEY (operator_id, campaign_id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (operator_id, number);
ALTER TABLE ONLY public.commission_groups
    ADD CONSTRAINT commission_groups_pkey PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version);
ALTER TABLE ONLY public.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (operator_id, commit_no);
ALTER TABLE ONLY public.cpa_positions
    ADD CONSTRAINT cpa_positions_pkey PRIMARY KEY (operator_id, affiliate_id, period, deal_id, deal_version, "position");
ALTER TABLE ONLY public.creatives
    ADD CONSTRAINT creatives_pkey PRIMARY KEY (operator_id, creative_id);
ALTER TABLE ONLY public.deal_versions
    ADD CONSTRAINT deal_versions_pkey PRIMARY KEY (operator_id, deal_id, version);
ALTER TABLE ONLY public.deals
    ADD CONSTRAINT deals_pkey PRIMARY KEY (operator_id, deal_id);
ALTER TABLE ONLY public.event_differences
    ADD CONSTRAINT event_differences_pkey PRIMARY KEY (operator_id, event_id, content_digest);
ALTER TABLE ONLY public.event_keys
    ADD CONSTRAINT event_keys_pkey PRIMARY KEY (key_digest, operator_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (operator_id, seq);
ALTER TABLE ONLY public.fact_blocks
    ADD CONSTRAINT fact_blocks_pkey PRIMARY KEY (operator_id, recorded_at);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_pkey PRIMARY KEY (operator_id, brand_id, event_type);
ALTER TABLE ONLY public.fx_rates
    ADD CONSTRAINT fx_rates_pkey PRIMARY KEY (operator_id, from_currency, to_currency, date);
ALTER TABLE ONLY public.held_accruals
    ADD CONSTRAINT held_accruals_pkey PRIMARY KEY (operator_id, number);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (operator_id, link_id);
ALTER TABLE ONLY public.marketing_sources
    ADD CONSTRAINT marketing_sources_pkey PRIMARY KEY (operator_id, source_id);
ALTER TABLE ONLY public.ngr_marks
    ADD CONSTRAINT ngr_marks_pkey PRIMARY KEY (operator_id, player_id, currency, day);
ALTER TABLE ONLY public.operators
    ADD CONSTRAINT operators_pkey PRIMARY KEY (operator_id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (operator_id, player_id);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT postings_pkey PRIMARY KEY (operator_id, term, number);
ALTER TABLE ONLY public.probes
    ADD CONSTRAINT probes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (operator_id, key_id);
ALTER TABLE ONLY public.report_presets
    ADD CONSTRAINT report_presets_pkey PRIMARY KEY (operator_id, preset_id);
ALTER TABLE ONLY public.retention
    ADD CONSTRAINT retention_pkey PRIMARY KEY (operator_id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (operator_id, token_hash);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.statement_steps
    ADD CONSTRAINT statement_steps_pkey PRIMARY KEY (operator_id, statement_id, number);
ALTER TABLE ONLY public.statements
    ADD CONSTRAINT statements_pkey PRIMARY KEY (operator_id, statement_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (operator_id, user_id);
CREATE INDEX accruals_by_event ON public.accruals USING btree (operator_id, event_seq) WHERE (event_seq IS NOT NULL);
CREATE INDEX adjustments_by_affiliate ON public.adjustments USING btree (operator_id, affiliate_id, commit_no);
CREATE INDEX attributions_by_time ON public.attributions USING btree (operator_id, decided_at, player_id);
CREATE INDEX commission_groups_by_period ON public.commission_groups USING btree (operator_id, period, affiliate_id);
CREATE INDEX events_by_player ON public.events USING btree (player_id, operator_id, seq);
CREATE INDEX fx_rates_by_date ON public.fx_rates USING btree (operator_id, date DESC, from_currency, to_currency);
CREATE INDEX held_accruals_by_pair ON public.held_accruals USING btree (operator_id, from_currency, to_currency, number);
CREATE INDEX held_accruals_by_player ON public.held_accruals USING btree (operator_id, player_id);
CREATE UNIQUE INDEX links_by_code ON public.links USING btree (code);
CREATE INDEX players_by_affiliate ON public.players USING btree (operator_id, affiliate_id, player_id) WHERE (affiliate_id IS NOT NULL);
CREATE UNIQUE INDEX players_by_ref ON public.players USING btree (operator_id, brand_id, external_ref);
CREATE UNIQUE INDEX sessions_by_totp_step ON public.sessions USING btree (operator_id, user_id, totp_step);
CREATE INDEX statements_by_affiliate ON public.statements USING btree (operator_id, affiliate_id, commit_no);
CREATE INDEX statements_by_period ON public.statements USING btree (operator_id, period, affiliate_id);
CREATE INDEX users_by_email ON public.users USING btree (email);
CREATE TRIGGER accruals_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.accruals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER adjustments_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.adjustments FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER changes_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.changes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER commits_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.commits FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER deal_versions_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.deal_versions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER events_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER fact_blocks_keep_their_place BEFORE UPDATE OF operator_id, recorded_at, block_no, fact_count ON public.fact_blocks FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER statement_steps_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_steps FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER statements_are_only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
