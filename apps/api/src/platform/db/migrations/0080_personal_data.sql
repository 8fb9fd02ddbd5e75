-- When each account exported its data the last time: once in 24 hours (spec/law#data-export).
create table personal_data (
  account_id uuid primary key references account (id),
  exported_at timestamptz not null
);
