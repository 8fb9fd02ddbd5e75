-- Who used an exit (spec/operator#trace): every tunnel and request that was given one, for TRACE_DAYS,
-- in partitions of a day. The customers' request log reads its last day here; `request_log` keeps what
-- was refused before it had an exit. No foreign keys: it is written in bulk, and outlives accounts.
create table connection_trace (
  -- The gateway's X-Request-Id.
  id text not null,
  -- Its begin; its end is `ms` later.
  at timestamptz not null,
  account_id uuid not null,
  -- The sub-account, static IP, opened IP, whitelisted or unlimited port.
  sub_account_id uuid not null,
  product text not null default '',
  -- Null where a gateway named none that can be read.
  client inet,
  -- host:port as the client asked for it, and the address that was dialled for it.
  target text not null,
  address inet,
  protocol text not null check (protocol in ('connect', 'http', 'socks5')),
  exit_ip inet not null,
  country text not null,
  up_bytes bigint not null check (up_bytes >= 0),
  down_bytes bigint not null check (down_bytes >= 0),
  ms bigint not null check (ms >= 0),
  -- It had not ended when it was reported last, `ms` after its begin.
  open boolean not null default false,
  outcome text not null check (outcome in ('ok', 'refused', 'cut', 'failed')),
  reason text not null,
  detail text not null,
  -- The worker that carried it, as `NODE-WORKER`.
  gateway text not null,
  primary key (id, at)
) partition by range (at);
create index connection_trace_exit on connection_trace (exit_ip, at);
-- Few are longer than an hour: those are found however long ago they began (rules/trace.ts).
create index connection_trace_long on connection_trace (exit_ip, at) where ms > 3600000;
-- Of a time, whatever the exit: rows come in about the order of it.
create index connection_trace_time on connection_trace using brin (at);
create index connection_trace_of on connection_trace (account_id, at);
create table connection_trace_default partition of connection_trace default;

-- Complaints about what came from an exit (spec/operator#cases).
create table abuse_case (
  id uuid primary key,
  -- What people call it by.
  number integer generated always as identity unique,
  state text not null check (state in ('open', 'waiting', 'closed')),
  title text not null,
  -- Who complained, as the operator wrote it.
  reporter text not null default '',
  exit_ip inet,
  happened_at timestamptz,
  target text not null default '',
  -- Whom the trace found, once somebody decided so.
  account_id uuid,
  sub_account_id uuid,
  request_id text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create index abuse_case_state on abuse_case (state, number desc);
create index abuse_case_of on abuse_case (account_id, number desc) where account_id is not null;

-- What was written and done, in order.
create table abuse_case_event (
  case_id uuid not null references abuse_case (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('opened', 'note', 'mail', 'waiting', 'reopened', 'closed')),
  -- Who did it: a member of staff, or empty for the command line.
  author text not null default '',
  text text not null,
  primary key (case_id, number)
);
