-- Texts of mails that the operator has written; a mail without a row has the shipped text.
create table mail_text (
  name text not null,
  lang text not null,
  subject text not null,
  body text not null,
  updated_at timestamptz not null,
  primary key (name, lang)
);

-- Whether a mail contains a mailed code, which nobody may send again. Null for mails of earlier
-- releases, where the text tells.
alter table mail add column has_code boolean;
