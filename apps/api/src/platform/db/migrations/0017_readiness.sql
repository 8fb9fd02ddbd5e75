-- Readiness writes (contract §14): one row, rewritten at most once a second by each API process.
create table readiness (
  id smallint primary key check (id = 1),
  at timestamptz not null
);
insert into readiness (id, at) values (1, now());
