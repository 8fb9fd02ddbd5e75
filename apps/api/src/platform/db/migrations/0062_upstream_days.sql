-- Bytes on our sockets to upstreams, by UTC day, country asked for and account (spec/supply#money).
create table upstream_day (
  upstream_id uuid not null references upstream (id),
  day date not null,
  account_id uuid not null,
  -- Empty for any.
  country text not null,
  sent_bytes bigint not null,
  received_bytes bigint not null,
  connections bigint not null,
  failures bigint not null,
  primary key (upstream_id, day, country, account_id)
);
create index upstream_day_day on upstream_day (day);

-- The sums of upstream_day by upstream and day: quotas are compared with them each second.
create table upstream_total_day (
  upstream_id uuid not null references upstream (id),
  day date not null,
  bytes bigint not null,
  primary key (upstream_id, day)
) with (fillfactor = 50);

-- Exits that the wholesaler named, by the country that was asked for: how many were elsewhere.
create table upstream_geo_day (
  upstream_id uuid not null references upstream (id),
  day date not null,
  asked bigint not null,
  other bigint not null,
  primary key (upstream_id, day)
);

-- What the wholesaler says it carried.
create table upstream_reported (
  upstream_id uuid not null references upstream (id),
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (upstream_id, day)
);
