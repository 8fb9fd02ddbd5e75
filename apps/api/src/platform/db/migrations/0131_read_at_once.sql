-- What nearly every call reads (docs/adr/0054).

-- An account's holder as every screen shows him, in one row: the account, how invoices name him, and of
-- the other tables whether there is anything to read.
create view holder_facts as
  select a.id, a.email, a.email_verified_at, a.secure_email, a.created_at, a.last_login_at,
    a.login_minutes, a.multi_device, a.invite_code, a.access_key_sealed, a.lang,
    a.password_hash is not null as has_password,
    exists (select from mfa m where m.account_id = a.id and m.bound_at is not null) as mfa_bound,
    exists (select from login_identity l where l.account_id = a.id) as has_linked_login,
    exists (select from team_member m where m.person_id = a.id) as in_team,
    coalesce((select c.stage from identity_check c where c.account_id = a.id), 'none')
      as identity_stage,
    -- These conditions are those of the index shop_order_enterprise.
    exists (
      select from shop_order o where o.account_id = a.id and o.kind = 'ip'
        and o.enterprise and o.status = 'paid' and o.method <> 'coupon'
    ) as enterprise_ip,
    exists (
      select from shop_order o where o.account_id = a.id and o.kind = 'traffic'
        and o.enterprise and o.status = 'paid' and o.method <> 'coupon'
    ) as enterprise_traffic,
    t.account_id is not null as has_title, t.title, t.name, t.company, t.tax_id, t.vat_id, t.address,
    t.street, t.postal, t.city, t.country
  from account a left join invoice_title t on t.account_id = a.id;

-- Short lists that every purchase reads are settings, which each process keeps in memory: the newest
-- version of each document that asks for consent, and which mails have a text of the operator's own.
-- Triggers keep them, so that they are right whichever release writes. Writers wait for each other here
-- before the list is read.
create function keep_asked_documents() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('setting askedDocuments', 0));
  insert into setting (name, value)
    select 'askedDocuments', coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'lang', lang,
      'version', version, 'publishedAt', floor(extract(epoch from published_at) * 1000)::bigint)
      order by kind), '[]')
    from (select distinct on (kind) kind, lang, version, published_at from legal_document
      where consent order by kind, published_at desc, version desc) newest
    on conflict (name) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at;
  perform pg_notify('setting_changed', 'askedDocuments');
  return null;
end $$;
create trigger keep_asked after insert on legal_document
  for each statement execute function keep_asked_documents();

create function keep_own_mail_texts() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('setting ownMailTexts', 0));
  insert into setting (name, value)
    select 'ownMailTexts', coalesce(jsonb_agg(name || ' ' || lang order by name, lang), '[]')
    from mail_text
    on conflict (name) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at;
  perform pg_notify('setting_changed', 'ownMailTexts');
  return null;
end $$;
create trigger keep_own after insert or update or delete on mail_text
  for each statement execute function keep_own_mail_texts();

-- What is there already.
insert into setting (name, value)
  select 'askedDocuments', jsonb_agg(jsonb_build_object('kind', kind, 'lang', lang,
    'version', version, 'publishedAt', floor(extract(epoch from published_at) * 1000)::bigint)
    order by kind)
  from (select distinct on (kind) kind, lang, version, published_at from legal_document
    where consent order by kind, published_at desc, version desc) newest
  having count(*) > 0;
insert into setting (name, value)
  select 'ownMailTexts', jsonb_agg(name || ' ' || lang order by name, lang) from mail_text
  having count(*) > 0;
