-- Documents that customers hand in to prove who they are (spec/identity#documents). What they show is
-- in parts, each sealed by itself, so that neither storing nor reading one needs it whole in memory.
create table identity_document (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- What its first part shows it to be; null until that is here.
  kind text check (kind in ('jpeg', 'png', 'webp', 'pdf')),
  bytes integer not null check (bytes > 0),
  uploaded_at timestamptz not null,
  -- False while its parts arrive.
  complete boolean not null default false,
  check (kind is not null or not complete)
);
create index identity_document_of on identity_document (account_id, uploaded_at);
create index identity_document_old on identity_document (uploaded_at);
create table identity_document_part (
  document_id uuid not null references identity_document (id) on delete cascade,
  number integer not null check (number >= 0),
  sealed bytea not null,
  primary key (document_id, number)
);
-- Sealed bytes do not compress.
alter table identity_document_part alter column sealed set storage external;
