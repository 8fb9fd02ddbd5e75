-- Connections through exits that the wholesaler named, by the country that was asked for and the
-- one where the exit is. The table of 0062 had no place for the latter, and was never written.
drop table upstream_geo_day;
create table upstream_geo_day (
  upstream_id uuid not null references upstream (id),
  day date not null,
  asked text not null,
  found text not null,
  connections bigint not null,
  primary key (upstream_id, day, asked, found)
);

-- What a report that was set aside says about upstreams, as JSON: the wholesaler bills it.
alter table usage_aside add column upstreams text not null default '[]';
