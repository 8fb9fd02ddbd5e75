-- What was refused of a gateway machine (spec/nodes#identity): by kind, since it began. A day without
-- any begins anew. One row per machine and kind, so that a hostile machine cannot fill the table.
create table node_refusal (
  node_id uuid not null references node (id),
  -- A word of `across/hub/refusals.ts`, such as usage, exits, questions or rate.
  what text not null,
  count bigint not null check (count > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (node_id, what)
);

-- Connections whose holder is not the account's, or whose exit is another machine's: only the machine
-- that told of them says so. Customers do not see them, and a trace is never sure of them.
alter table connection_trace add column unproved boolean not null default false;
-- Connections through another machine's exit by its relay: its customers see them, but only the machine
-- that used the relay knows whose they were.
alter table connection_trace add column relayed boolean not null default false;
