-- Accounts that were approved before decisions told gateways of it (spec/identity#decisions).
update account set identity_approved_at = c.decided_at from identity_check c
  where c.account_id = account.id and c.stage = 'approved' and account.identity_approved_at is null;
