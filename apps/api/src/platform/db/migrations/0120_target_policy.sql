-- Lists of domains that the operator refuses: their bytes as gateways get them, in parts. What a list
-- is called and where it counts is a setting. Random bytes, which do not compress.
create table target_list_part (
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  part integer not null check (part >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  primary key (sha256, part)
);
alter table target_list_part alter column bytes set storage external;

-- Since when the account's identity is approved; null if it is not. Lists may let such accounts pass.
alter table account add column identity_approved_at timestamptz;
