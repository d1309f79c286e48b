-- Deals of an affiliate with the same label are counted together for their tiers. Empty for a deal on its own.
ALTER TABLE deals ADD COLUMN tier_pool TEXT NOT NULL DEFAULT '';
-- The month whose state a late event moves: currentMonth or ownMonth.
ALTER TABLE deals ADD COLUMN late_events TEXT NOT NULL DEFAULT 'currentMonth';
