-- Sessions of sub-accounts change their address on demand (spec/api#rotate). Gateways ask again
-- which exit a session holds once their sub-account's count is another one.
alter table sub_account add column session_rotations integer not null default 0;
-- When it was changed last, and the exit that its next connection must not get.
alter table session_hold add column rotated_at timestamptz;
alter table session_hold add column left_exit_id uuid;
