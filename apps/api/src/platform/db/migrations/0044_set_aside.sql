-- A datagram's line belongs in the trace as well: 0034 widened the request log alone. Rows that exist
-- satisfy the old list, so they are not read again: the table may be large, and traces go on meanwhile.
-- Partitions that exist get it with their parent's, later ones are made like their parent.
alter table connection_trace drop constraint connection_trace_protocol_check;
alter table connection_trace add constraint connection_trace_protocol_check
  check (protocol in ('connect', 'http', 'socks5', 'udp')) not valid;

-- What could not be stored, applied or sent by itself while the rest could (spec/operator#set-aside).
-- Usage reports have a table of their own, `usage_aside`. No list of kinds: a newer gateway may have more.
create table item_aside (
  id bigint generated always as identity primary key,
  -- What it is: a line of the trace, a state of a listener, a change …
  kind text not null check (length(kind) between 1 and 40),
  -- The node and the gateway worker (`NODE-WORKER`) that it came from; empty for the API itself.
  node text not null check (length(node) <= 40),
  gateway text not null check (length(gateway) <= 60),
  -- Names it among its kind: a later one with this name replaces one that waits.
  name text not null check (length(name) <= 200),
  -- As JSON; erased with the decision.
  item text not null,
  why text not null,
  set_aside_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'dropped')),
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index item_aside_waiting on item_aside (node, gateway, kind, name) where state = 'waiting';
create index item_aside_time on item_aside (set_aside_at);
