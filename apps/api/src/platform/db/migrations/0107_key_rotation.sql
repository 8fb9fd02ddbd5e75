-- The secret key can be replaced (ADR 51). While it is, `key_rotation` has each of the two keys
-- sealed with the other, so that a process with either file knows both. `retired_keys` is sealed with
-- the current key: what of replaced keys is still needed to recognise keyed hashes.
alter table installation
  add column key_rotation jsonb,
  add column retired_keys text;
