-- How often a static IP's address was changed at will since it was taken or renewed last
-- (spec/static#replacement). The previous release neither counts nor resets it: fewer are left then.
alter table static_ip add column swaps integer not null default 0 check (swaps >= 0);
