-- Caps of what an account may pile up, and what counting them needs (contract §17 Caps).

-- Payments that wait for money, counted per account.
create index payment_open on payment (account_id, expires_at) where status = 'pending';

-- Each who asks for a code has one of their own: an account that is signed in, else a network. A
-- stranger who asks for codes to somebody's address, or guesses them, neither replaces nor uses up
-- the holder's. Codes that wait are asked for anew.
delete from mail_code;
alter table mail_code
  drop constraint mail_code_pkey,
  drop constraint mail_code_scene_check,
  -- The account's id, or the network's address (rules/network-of.ts).
  add column asked_by text not null,
  -- Tries of `tries` that came from elsewhere.
  add column foreign_tries integer not null default 0,
  add primary key (scene, address, asked_by),
  add check (scene in ('forgot', 'secureMail', 'cancel', 'unbindMfa', 'signin'));

-- Whether an account has paid for anything, and how many live sub-accounts it has.
create index payment_paid on payment (account_id) where status = 'paid';
create index shop_order_paid on shop_order (account_id) where status = 'paid' and amount_cents > 0;
create index sub_account_live_of on sub_account (account_id) where deleted_at is null;

-- Of more holds than one sub-account may have the oldest ends.
create index session_hold_oldest on session_hold (sub_account_id, changed_at);
