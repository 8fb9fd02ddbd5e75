-- The provider's legal documents (spec/law#documents). Published versions stay as they are.
create table legal_document (
  kind text not null check (kind in ('terms', 'privacy', 'refund', 'imprint', 'aup')),
  lang text not null check (lang in ('en', 'zh', 'fr', 'ru', 'vi', 'de')),
  version integer not null check (version > 0),
  title text not null,
  markdown text not null check (length(markdown) between 1 and 100000),
  html text not null,
  -- Whether customers are asked to agree to it.
  consent boolean not null,
  published_at timestamptz not null,
  -- The e-mail address of a staff member, or `cli`.
  published_by text not null,
  primary key (kind, lang, version)
);
create index legal_document_asking on legal_document (kind, published_at desc) where consent;

create function legal_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'legal documents are insert-only: % on %', tg_op, tg_table_name using errcode = 'TP001';
end $$;
create trigger insert_only before update or delete on legal_document
  for each row execute function legal_refuse_change();
create trigger no_truncate before truncate on legal_document execute function legal_refuse_change();
