-- Places where the operator's staff are told of what needs them (spec/operator#alerts).
create table staff_alert_target (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('mail', 'webhook', 'telegram')),
  -- What people see; never a secret.
  shown text not null check (length(shown) <= 600),
  -- The place with its secrets, sealed.
  sealed text not null,
  topics text[] not null,
  created_at timestamptz not null,
  -- The last message that was tried, and why it failed; empty if it arrived.
  last_at timestamptz,
  last_error text not null default ''
);

-- What was told and is not over, or not for long.
create table staff_alert_event (
  topic text not null check (length(topic) <= 40),
  item text not null check (length(item) <= 200),
  told_at timestamptz not null,
  primary key (topic, item)
);

-- Messages that wait, and those of the last days. `body` is JSON.
create table staff_alert_delivery (
  id uuid primary key,
  target_id integer not null references staff_alert_target (id) on delete cascade,
  body text not null,
  created_at timestamptz not null,
  tries integer not null default 0,
  -- When it is tried next; null once it arrived or was given up.
  due_at timestamptz,
  error text not null default ''
);
create index staff_alert_delivery_due on staff_alert_delivery (due_at) where due_at is not null;
create index staff_alert_delivery_of on staff_alert_delivery (target_id, created_at);
