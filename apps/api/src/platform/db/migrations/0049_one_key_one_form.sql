-- The entry up to which the audit log's hashes were made with the one key for all purposes (ADR 23):
-- its id, when the boundary was written (in milliseconds), and the proof of both and of its hash.
alter table audit_head
  add column boundary_id bigint,
  add column boundary_at bigint,
  add column boundary_proof text;

-- Accounts that signed up from a network, to move their keyed hash to the new form.
create index account_sign_up_network on account (sign_up_network) where sign_up_network is not null;

-- Names that are keys in any case of letters are folded alike everywhere: by ASCII, as gateways do.
-- A Turkish database's own folding keeps MAILBOTI1 and mailboti1 apart.
do $$
declare
  v_names text;
begin
  select string_agg(format('%s (id %s, account %s)', name, id, account_id), ', ' order by name, id)
    into v_names
    from (select *, count(*) over (partition by lower(name collate "C")) as alike from sub_account) s
    where alike > 1;
  if v_names is not null then
    raise exception 'sub-accounts have one name in different cases, and only one of each can sign in: %',
      v_names using hint = 'Rename all but one of each with the running release, or: update sub_account set name = ''…'' where id = ''…''.';
  end if;
  select string_agg(format('%s (account %s)', invite_code, id), ', ' order by invite_code, id)
    into v_names
    from (select *, count(*) over (partition by lower(invite_code collate "C")) as alike from account) s
    where alike > 1;
  if v_names is not null then
    raise exception 'accounts have one invite code in different cases: %', v_names
      using hint = 'update account set invite_code = ''…'' where id = ''…''.';
  end if;
end $$;
-- Besides the indexes by the database's own folding, which the release before needs; a later one drops those
-- (account_invite_code, sub_account_name, sub_account_begins).
create unique index account_invite_code_key on account (lower(invite_code collate "C"));
create unique index sub_account_name_key on sub_account (lower(name collate "C"));
