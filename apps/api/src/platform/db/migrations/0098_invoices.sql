-- Issued invoices and credit notes (spec/money#invoices): each is printed from its own row, whatever
-- the brand, the texts and the buyer's title say later.

-- The seller with brand and legal data, as documents name him: one row for each state he ever had, as
-- a logo has up to 64 kB. Two processes may write the same state at once; one of the rows is read.
create table invoice_seller (
  digest text not null,
  seller jsonb not null,
  at timestamptz not null default now()
);
create index invoice_seller_digest on invoice_seller (digest);

-- The last number of each series. The row's lock is what orders issues: see `invoice_take_number`.
create table invoice_counter (
  seller text not null,
  year int not null,
  invoices int not null default 0,
  credit_notes int not null default 0,
  primary key (seller, year)
) with (fillfactor = 10);

create table invoice (
  id uuid primary key,
  position bigint generated always as identity,
  kind text not null check (kind in ('invoice', 'creditNote')),
  seller text not null,
  prefix text not null check (prefix ~ '^[A-Z]{2,4}$'),
  year int not null,
  -- Null until the transaction commits; nobody else ever sees that.
  seq int check (seq > 0),
  number text unique generated always as (prefix || '-' || year::text || '-'
    || case kind when 'creditNote' then 'C' || lpad(seq::text, greatest(5, length(seq::text)), '0')
      else lpad(seq::text, greatest(6, length(seq::text)), '0') end) stored,
  account_id uuid not null references account (id),
  order_id uuid references shop_order (id),
  payment_id uuid references payment (id),
  refund_id uuid references refund (id),
  -- A credit note corrects an invoice; an invoice that corrects a credit note cancels it.
  corrects uuid references invoice (id),
  issued_at timestamptz not null,
  lang text not null,
  currency text not null,
  net_cents bigint not null,
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null check (total_cents > 0 and total_cents = net_cents + tax_cents),
  tax_percent numeric(5, 2) not null,
  tax_treatment text not null,
  tax_country text,
  seller_digest text not null,
  -- Erased when the account is closed; everything else stays.
  buyer_email text not null,
  snapshot jsonb not null,
  unique (seller, year, kind, seq),
  check (order_id is not null or payment_id is not null),
  check (kind = 'invoice' or (refund_id is not null and corrects is not null))
);
create unique index invoice_of_order on invoice (order_id) where corrects is null;
create index invoice_order on invoice (order_id) where order_id is not null;
create index invoice_payment on invoice (payment_id) where payment_id is not null;
create unique index invoice_refund on invoice (refund_id, corrects) where kind = 'creditNote';
create unique index invoice_corrects on invoice (corrects) where kind = 'invoice' and corrects is not null;
create index invoice_account on invoice (account_id, position desc);
create index invoice_newest on invoice (position desc);
create index invoice_email on invoice (buyer_email);

-- Takes the number when the transaction commits, after all that it does and locks: the counter's row
-- is locked for the commit alone, nothing is locked after it, and what rolls back or dies leaves no
-- gap. Documents of one transaction are numbered in the order in which they were issued.
create function invoice_take_number() returns trigger language plpgsql as $$
declare
  v_seq int;
begin
  insert into invoice_counter as c (seller, year, invoices, credit_notes)
    values (new.seller, new.year, (new.kind = 'invoice')::int, (new.kind = 'creditNote')::int)
    on conflict (seller, year) do update set invoices = c.invoices + excluded.invoices,
      credit_notes = c.credit_notes + excluded.credit_notes
    returning case new.kind when 'invoice' then invoices else credit_notes end into v_seq;
  update invoice set seq = v_seq where id = new.id;
  return null;
end $$;
-- Rows that a backup brings back have theirs.
create constraint trigger take_number after insert on invoice
  deferrable initially deferred for each row when (new.seq is null)
  execute function invoice_take_number();

-- A document never changes, except for its number at first and its e-mail at last.
create function invoice_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{seq,number}'::text[] = to_jsonb(old) - '{seq,number}'::text[]
      and old.seq is null and new.seq is not null then return new; end if;
    if to_jsonb(new) - '{buyer_email,number}'::text[] = to_jsonb(old) - '{buyer_email,number}'::text[]
      and new.buyer_email = ''
      then return new; end if;
  end if;
  raise exception 'issued documents do not change: % on %', tg_op, tg_table_name using errcode = 'TP001';
end $$;
create trigger unchanged before update or delete on invoice
  for each row execute function invoice_refuse_change();
create trigger unchanged before update or delete on invoice_seller
  for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on invoice execute function ledger_refuse_change();

-- Of a dispute's refund: the bank has decided, so that the money does not return. Its remainders
-- follow it.
alter table refund add column decided boolean not null default false;

-- Orders beyond this position have an invoice; earlier ones keep their number and their way of
-- printing, unless they were paid later.
create table invoice_start (after_position bigint not null);
insert into invoice_start select coalesce(max(position), 0) from shop_order;
