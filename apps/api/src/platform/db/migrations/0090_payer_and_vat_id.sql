-- The payer's address in parts, and his VAT id. The two old columns stay: installations have them.
alter table invoice_title
  add column name text,
  add column company text,
  add column street text,
  add column postal text,
  add column city text,
  add column vat_id text;

-- What VIES said of a VAT id, shared by all accounts that gave it. `valid` is null until it said
-- anything; `answered_at` is when, `asked_at` when it was last asked.
create table vat_id (
  id text primary key,
  valid boolean,
  answered_at timestamptz,
  asked_at timestamptz not null,
  created_at timestamptz not null
);
-- Questions that VIES has not answered are asked again.
create index vat_id_open on vat_id (asked_at) where answered_at is null or answered_at < asked_at;
create index vat_id_created on vat_id (created_at);
