-- People who may act for an account that is not their own (docs/adr/0053). Each signs in to an own
-- account; `person_id` is that account.
create table team_member (
  id uuid primary key,
  account_id uuid not null references account (id),
  person_id uuid not null references account (id),
  role text not null check (role in ('admin', 'billing', 'developer', 'viewer')),
  added_at timestamptz not null,
  unique (account_id, person_id),
  check (account_id <> person_id)
);
create index team_member_person on team_member (person_id);

create table team_invitation (
  id uuid primary key,
  account_id uuid not null references account (id),
  email text not null,
  role text not null check (role in ('admin', 'billing', 'developer', 'viewer')),
  -- SHA-256 of the mailed token.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);
create index team_invitation_expires on team_invitation (expires_at);

-- What people of a team did. The person's address is read from their own account.
create table team_act (
  id uuid primary key,
  account_id uuid not null references account (id),
  person_id uuid not null references account (id),
  at timestamptz not null,
  call text not null,
  subject text not null,
  ip text not null
);
create index team_act_account on team_act (account_id, at desc);
create index team_act_person on team_act (person_id);
create index team_act_at on team_act (at);

-- A member's session belongs to the team's account. It ends with the member, and with the session of
-- the person's own account that opened it.
alter table session
  add column member_id uuid references team_member (id) on delete cascade,
  add column parent_id uuid references session (id) on delete cascade,
  add check ((member_id is null) = (parent_id is null));
create index session_member on session (member_id) where member_id is not null;
create index session_parent on session (parent_id) where parent_id is not null;

-- A key that a member made ends with the member.
alter table api_key add column member_id uuid references team_member (id) on delete cascade;
create index api_key_member on api_key (member_id) where member_id is not null;

-- A member's session also obeys the person's own account: its idle limit, and whether it is disabled.
create or replace view session_facts as
  select s.token_hash, s.id, s.account_id, s.last_seen_at,
    case when p.id is null then a.login_minutes
      else coalesce(least(nullif(a.login_minutes, 0), nullif(p.login_minutes, 0)), 0)
    end as login_minutes,
    coalesce(a.disabled_at, p.disabled_at) as disabled_at,
    s.parent_id, s.member_id, m.role, m.person_id,
    exists (select from team_member t where t.account_id = s.account_id) as has_team
  from session s
    join account a on a.id = s.account_id
    left join team_member m on m.id = s.member_id
    left join account p on p.id = m.person_id;

create view team_facts as
  select m.id, m.account_id, m.person_id, m.role, m.added_at, p.email, a.email as account_email,
    a.disabled_at as account_disabled_at,
    exists (
      select from mfa where mfa.account_id = m.person_id and mfa.bound_at is not null
    ) as mfa_bound,
    (select count(*)::integer from session s where s.member_id = m.id) as sessions,
    (select max(s.last_seen_at) from session s where s.member_id = m.id) as last_seen_at
  from team_member m
    join account p on p.id = m.person_id
    join account a on a.id = m.account_id;

create view team_act_facts as
  select t.id, t.account_id, t.at, p.email, t.call, t.subject, t.ip
  from team_act t join account p on p.id = t.person_id;
