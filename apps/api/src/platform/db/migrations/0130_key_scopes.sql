-- Two more scopes of API keys: the account's money, and the account itself. Existing keys keep theirs.
alter table api_key
  drop constraint api_key_scopes_check,
  add constraint api_key_scopes_check check (
    cardinality(scopes) > 0 and scopes <@ array['read', 'proxies', 'buy', 'money', 'manage']
  );
