-- Names that customers bring along from another program have more letters than those made here; the
-- programs check which (rules/credentials.ts). Added as not valid: no scan, rows of before are narrower.
alter table sub_account drop constraint sub_account_name_check;
alter table sub_account add constraint sub_account_name_check
  check (name ~ '^[0-9A-Za-z_.@-]{1,64}$') not valid;
alter table static_ip drop constraint static_ip_name_check;
alter table static_ip add constraint static_ip_name_check
  check (name ~ '^[0-9A-Za-z_.@-]{1,64}$') not valid;

-- Files that were imported (across/moving-in), so that none is imported twice.
create table imported_file (
  -- SHA-256 of its text, in hex.
  digest text primary key,
  kind text not null check (kind in ('customers', 'subaccounts', 'statics')),
  lines integer not null,
  at timestamptz not null,
  actor text not null
);
