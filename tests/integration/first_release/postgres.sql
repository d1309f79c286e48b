-- A ledger as the program with the first schema left it, with what it was told in the file beside it.
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
SET default_tablespace = '';
SET default_table_access_method = heap;
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
    unknown_members text
);
CREATE TABLE public.feeds (
    operator_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    event_type text NOT NULL,
    last_event_time bigint NOT NULL,
    last_recorded_at bigint NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.operators (
    operator_id uuid NOT NULL,
    name text NOT NULL,
    currencies text NOT NULL,
    created_at bigint NOT NULL,
    catalogue_version bigint NOT NULL,
    last_seq bigint NOT NULL
);
CREATE TABLE public.players (
    operator_id uuid NOT NULL,
    player_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    external_ref text NOT NULL,
    created_at bigint NOT NULL,
    registration_seq bigint,
    first_deposit_seq bigint
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
CREATE TABLE public.schema_migrations (
    number bigint NOT NULL,
    name text NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE public.users (
    operator_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL
);
INSERT INTO public.anomalies VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 5, 'repeated_registration', '01a1e1de-786c-7000-b02e-b00cda2fbd53', '01a1e1de-78c9-7000-9aaa-949a08cfe6fb', 1794790815944958);
INSERT INTO public.api_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77d7-7001-80d0-bb4065dfb8ff', 'Old key', 'fairlead_33ffe5b8', '\xb5676db4fd99a6854af5df587a124d06bef9c5a34af809875a728c3d0364a756', 1, '127.0.0.0/8', 77, 1794790815703478, NULL);
INSERT INTO public.api_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77e5-7001-b78b-aca2b418602e', 'Switched off', 'fairlead_4f5ca8d8', '\x958f8da523c595972352799db5ea7ba9810382dcb401127e202c04c2080c81c8', 0, '', 1000, 1794790815717558, NULL);
INSERT INTO public.api_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 'First key', 'fairlead_24e465ac', '\x524512f57de1b990428bf62a2572bab9688493c8c9c48d1db67c0dd6e9a4b71b', 1, '', 1000, 1794790815515222, 1794790815685219);
INSERT INTO public.api_keys VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c2e-7002-8d0d-c1478f260ff5', 'First key', 'fairlead_5244ee48', '\x98b92a31617c1040b175f3c8781bc4ebdcfee5c1414907a10a829519869e42ff', 1, '', 1000, 1794790816814077, 1794790816950645);
INSERT INTO public.audit_log VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-7737-7000-b666-798d4525d72d', 1794790815543787, 'commandLine', 'operator.create', 'operator/01a1e1de-771b-7000-878f-11cb5bfa4289', NULL, '{"name":"Harbour Gaming"}');
INSERT INTO public.audit_log VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77ce-7000-a9dc-6a6b1aed34a3', 1794790815694457, 'apiKey/01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 'brand.create', 'brand/01a1e1de-77c5-7001-8952-17e7583555ab', NULL, '{"id":"01a1e1de-77c5-7001-8952-17e7583555ab","name":"Lighthouse","websiteUrl":null,"attributionWindowDays":30,"attributionFallback":"lastClick","ngrMode":"dailyTotal","status":"active"}');
INSERT INTO public.audit_log VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77de-7000-9316-91ab4e5b5b7b', 1794790815710792, 'apiKey/01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 'apiKey.create', 'apiKey/01a1e1de-77d7-7001-80d0-bb4065dfb8ff', NULL, '{"id":"01a1e1de-77d7-7001-80d0-bb4065dfb8ff","name":"Old key","prefix":"fairlead_33ffe5b8","active":true,"allowedIps":["127.0.0.0/8"],"requestsPerMinute":77,"createdAt":"2026-11-16T01:00:15.703478Z","lastUsedAt":null}');
INSERT INTO public.audit_log VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-7833-7000-8a84-184533953202', 1794790815795780, 'apiKey/01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 'apiKey.create', 'apiKey/01a1e1de-77e5-7001-b78b-aca2b418602e', NULL, '{"id":"01a1e1de-77e5-7001-b78b-aca2b418602e","name":"Switched off","prefix":"fairlead_4f5ca8d8","active":true,"allowedIps":[],"requestsPerMinute":1000,"createdAt":"2026-11-16T01:00:15.717558Z","lastUsedAt":null}');
INSERT INTO public.audit_log VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-7846-7000-8a13-7a79a5f1a89d', 1794790815814468, 'apiKey/01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 'apiKey.update', 'apiKey/01a1e1de-77e5-7001-b78b-aca2b418602e', '{"id":"01a1e1de-77e5-7001-b78b-aca2b418602e","name":"Switched off","prefix":"fairlead_4f5ca8d8","active":true,"allowedIps":[],"requestsPerMinute":1000,"createdAt":"2026-11-16T01:00:15.717558Z","lastUsedAt":null}', '{"id":"01a1e1de-77e5-7001-b78b-aca2b418602e","name":"Switched off","prefix":"fairlead_4f5ca8d8","active":false,"allowedIps":[],"requestsPerMinute":1000,"createdAt":"2026-11-16T01:00:15.717558Z","lastUsedAt":null}');
INSERT INTO public.audit_log VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c46-7000-bc52-fd7ede806ffd', 1794790816838025, 'commandLine', 'operator.create', 'operator/01a1e1de-7c2e-7000-845c-403b47a4e95c', NULL, '{"name":"Rival Gaming"}');
INSERT INTO public.brands VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'Harbour Gaming', NULL, 30, 'lastClick', 'delta', 1, 1794790815515222);
INSERT INTO public.brands VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'Lighthouse', NULL, 30, 'lastClick', 'dailyTotal', 1, 1794790815685342);
INSERT INTO public.brands VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c2e-7001-b13d-f6f6a4479226', 'Rival Gaming', NULL, 30, 'lastClick', 'delta', 1, 1794790816814077);
INSERT INTO public.event_differences VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-78ab-7000-8bae-8c0b1747ae06', '\x5842480297645d388895c757a094410b', 'first/deposit', 1794790816004279, 1794790816004279, 1);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x7ab598c04970e15356d34a1cc860fbea', 1);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x1ac2532c0ebe4e11d8d11110f759a351', 2);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\xe5c98aebf97e22b98a0ac584694b897b', 3);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x4ddfef9989c64d9416ce5701dc14047e', 4);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\xddd469f5bc3104bdef6c86b819f10899', 5);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x756f06d35629bbd4aa66bce911ed6799', 6);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x3f5005460134648fff310ad18b70d96e', 7);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x81a11a34c4ca32a982d335055509f84c', 8);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x3d99f43263e12b5ec975e83c807ac3ae', 9);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\x4dd60ad858d3c3f371f53775c6de38c5', 10);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\xa3dfc0832019a59e4a41b763884876b1', 11);
INSERT INTO public.event_keys VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '\xc74da262013d3fb627c6bf2db42e796b', 12);
INSERT INTO public.event_keys VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '\x1b45c53f82891b8b124240e73b97a3fa', 1);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 1, '01a1e1de-786c-7001-9264-ca9fb654b4f4', 'registration', 1773144000000000, 1794790815848694, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/registration', NULL, NULL, '01890000-0000-7000-8000-000000000000', 'DE', NULL, NULL, 'Mozilla/5.0', '4bc98498a42ccfd7d41a495aa5982293', NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 2, '01a1e1de-78ab-7000-8bae-8c0b1747ae06', 'first_deposit', 1773144000000000, 1794790815914521, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/deposit', 100.12345678, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 3, '01a1e1de-78bc-7000-9fc8-08e433838aeb', 'ngr_update', 1773144000000000, 1794790815931935, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/ngr', -12.50000000, 'EUR', NULL, NULL, 'casino', 'Röda \N Tärningar', NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 4, '01a1e1de-78c7-7000-9233-7656b03c513f', 'deposit', 1773144000000000, 1794790815943546, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/deposit-2', 0.00000001, 'USD', NULL, NULL, NULL, NULL, NULL, NULL, '{"odd":{"kept":["ß",1.5]}}');
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 5, '01a1e1de-78c9-7000-9aaa-949a08cfe6fb', 'registration', 1773144000000000, 1794790815944958, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/registration-again', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 6, '01a1e1de-78d0-7001-8fd3-3485506acda6', 'registration', 1773144000000000, 1794790815950013, '01a1e1de-77c5-7001-8952-17e7583555ab', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', 'second/registration', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 7, '01a1e1de-78e8-7000-9c52-eef6e3642bb5', 'first_deposit', 1773144000000000, 1794790815972909, '01a1e1de-77c5-7001-8952-17e7583555ab', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', 'second/deposit', 999999999999999.99999999, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 8, '01a1e1de-78e8-7001-bd52-0cf584fd27eb', 'ngr_update', 1773144000000000, 1794790815972909, '01a1e1de-77c5-7001-8952-17e7583555ab', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', 'second/ngr', 40.00000000, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 9, '01a1e1de-78e8-7002-ae13-2f49c811ff2a', 'wager_placed', 1773144000000000, 1794790815972909, '01a1e1de-77c5-7001-8952-17e7583555ab', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', 'second/wager', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 10, '01a1e1de-78e8-7003-a7f6-c6187d921a23', 'chargeback', 1773144000000000, 1794790815972909, '01a1e1de-77c5-7001-8952-17e7583555ab', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', 'second/chargeback', 7.00000000, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 11, '01a1e1de-78e8-7005-bff3-5ccf6b6cc7b2', 'deposit', 1773144000000000, 1794790815972909, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-78e8-7004-b6c8-9f2a27d981d1', 'nobody/deposit', 3.00000000, 'EUR', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 12, '01a1e1de-78e8-7006-8de8-cafcc2969e8f', 'self_exclusion', 1773144000000000, 1794790815972909, '01a1e1de-771b-7001-bf76-19e15b40f2fe', '01a1e1de-786c-7000-b02e-b00cda2fbd53', 'first/exclusion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.events VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', 1, '01a1e1de-7cd7-7001-a435-8131285ea74b', 'registration', 1773144000000000, 1794790816983424, '01a1e1de-7c2e-7001-b13d-f6f6a4479226', '01a1e1de-7cd7-7000-a953-2a0e0cc941a5', 'first/registration', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'first_deposit', 1773144000000000, 1794790815914521, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'ngr_update', 1773144000000000, 1794790815931935, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'registration', 1773144000000000, 1794790815944958, 2);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'registration', 1773144000000000, 1794790815950013, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'deposit', 1773144000000000, 1794790815972909, 2);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'self_exclusion', 1773144000000000, 1794790815972909, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'first_deposit', 1773144000000000, 1794790815972909, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'ngr_update', 1773144000000000, 1794790815972909, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'chargeback', 1773144000000000, 1794790815972909, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-77c5-7001-8952-17e7583555ab', 'wager_placed', 1773144000000000, 1794790815972909, 1);
INSERT INTO public.feeds VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c2e-7001-b13d-f6f6a4479226', 'registration', 1773144000000000, 1794790816983424, 1);
INSERT INTO public.operators VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', 'Harbour Gaming', '', 1794790815515222, 5, 12);
INSERT INTO public.operators VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', 'Rival Gaming', '', 1794790816814077, 1, 1);
INSERT INTO public.players VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-786c-7000-b02e-b00cda2fbd53', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'anna', 1794790815848694, 1, 2);
INSERT INTO public.players VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-78e8-7004-b6c8-9f2a27d981d1', '01a1e1de-771b-7001-bf76-19e15b40f2fe', 'never registered', 1794790815972909, NULL, NULL);
INSERT INTO public.players VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-78d0-7000-92ee-b1ec0ed590d7', '01a1e1de-77c5-7001-8952-17e7583555ab', 'bjørn', 1794790815950013, 6, 7);
INSERT INTO public.players VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7cd7-7000-a953-2a0e0cc941a5', '01a1e1de-7c2e-7001-b13d-f6f6a4479226', 'anna', 1794790816983424, 1, NULL);
INSERT INTO public.rate_windows VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7002-a4c9-4c04fbecb2e2', 1794790815830677, 50);
INSERT INTO public.rate_windows VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c2e-7002-8d0d-c1478f260ff5', 1794790816978296, 50);
INSERT INTO public.schema_migrations VALUES (1, '0001_foundation', 1794790815462159);
INSERT INTO public.settings VALUES ('address_key', '\xc711ade2a2b8b839a4dfee952ca018c652a27944081bca3c0e0007e0f46a047519650d3f34e40bbb8ba3bcdced5724429d5b2e3ad50c4bb41e4b66b9e1941f4cb7cf035927e280c2');
INSERT INTO public.users VALUES ('01a1e1de-771b-7000-878f-11cb5bfa4289', '01a1e1de-771b-7003-a4d7-ab68e9fb0d08', 'admin@harbour-gaming.local', 'admin', '$argon2id$v=19$m=65536,t=2,p=1$pr4MtixuayxlW1gtXkbeBg$7iqOmgd2ShBJ0W7kftRi+cUeiKVyLktBBGwlTjSG4kI', 1794790815515222);
INSERT INTO public.users VALUES ('01a1e1de-7c2e-7000-845c-403b47a4e95c', '01a1e1de-7c2e-7003-8da0-21142a332bed', 'admin@rival-gaming.local', 'admin', '$argon2id$v=19$m=65536,t=2,p=1$2kGjy0d3gdhHOspWZ2cuvw$/SilLJy8rpjRlCPil71u/vVfzGLiQqBRs7Cd9+xf6V8', 1794790816814077);
ALTER TABLE ONLY public.anomalies
    ADD CONSTRAINT anomalies_pkey PRIMARY KEY (operator_id, seq);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (operator_id, key_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (operator_id, entry_id);
ALTER TABLE ONLY public.brands
    ADD CONSTRAINT brands_pkey PRIMARY KEY (operator_id, brand_id);
ALTER TABLE ONLY public.event_differences
    ADD CONSTRAINT event_differences_pkey PRIMARY KEY (operator_id, event_id, content_digest);
ALTER TABLE ONLY public.event_keys
    ADD CONSTRAINT event_keys_pkey PRIMARY KEY (operator_id, key_digest);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (operator_id, seq);
ALTER TABLE ONLY public.feeds
    ADD CONSTRAINT feeds_pkey PRIMARY KEY (operator_id, brand_id, event_type);
ALTER TABLE ONLY public.operators
    ADD CONSTRAINT operators_pkey PRIMARY KEY (operator_id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (operator_id, player_id);
ALTER TABLE ONLY public.probes
    ADD CONSTRAINT probes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (operator_id, key_id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (operator_id, user_id);
CREATE UNIQUE INDEX players_by_ref ON public.players USING btree (operator_id, brand_id, external_ref);
CREATE INDEX users_by_email ON public.users USING btree (email);
