-- Traffic by pool (spec/traffic-plan#pools): what exists is of the first pool. A sub-account's pool
-- never changes, so its leases and CDKeys may keep it beside them.
alter table sub_account add column pool text not null default 'residential';
alter table lease add column pool text not null default 'residential';
alter table cdkey add column pool text not null default 'residential';

-- A main sub-account for each pool.
drop index sub_account_main;
create unique index sub_account_main on sub_account (account_id, pool) where main;
