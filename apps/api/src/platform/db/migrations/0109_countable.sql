-- No owner has more of an asset than programs can count exactly (2^53 - 1): what is beyond is refused
-- when it would arrive, as nothing could read it any more. Added as not valid: no scan, and no row of
-- before has more.
alter table ledger_holding add constraint ledger_holding_countable
  check (balance <= 9007199254740991) not valid;

-- Staff vouch for the address of an account that came with an import: nobody registered it.
alter table account add column imported_at timestamptz;
