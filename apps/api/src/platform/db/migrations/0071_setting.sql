-- What the operator sets while the installation runs (spec/operator#settings). No row: the default.
create sequence setting_version;
create table setting (
  name text primary key,
  value jsonb not null,
  -- From one sequence, so that a row that was deleted and made again is another version.
  version bigint not null default nextval('setting_version'),
  updated_at timestamptz not null default now()
);
alter sequence setting_version owned by setting.version;
