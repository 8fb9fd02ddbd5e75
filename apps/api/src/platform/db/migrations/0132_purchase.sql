-- What a purchase costs the database (docs/adr/0054).

-- The next number of a series. The counter's row is locked until the commit: called by the last statement
-- before it, or by the trigger that runs at it.
create function invoice_next(p_seller text, p_year int, p_kind text) returns int language plpgsql as $$
declare
  v_seq int;
begin
  insert into invoice_counter as c (seller, year, invoices, credit_notes)
    values (p_seller, p_year, (p_kind = 'invoice')::int, (p_kind = 'creditNote')::int)
    on conflict (seller, year) do update set invoices = c.invoices + excluded.invoices,
      credit_notes = c.credit_notes + excluded.credit_notes
    returning case p_kind when 'invoice' then invoices else credit_notes end into v_seq;
  return v_seq;
end $$;

create or replace function invoice_take_number() returns trigger language plpgsql as $$
begin
  update invoice set seq = invoice_next(new.seller, new.year, new.kind) where id = new.id;
  return null;
end $$;

-- As before, without making JSON of each row twice: a document takes its number once, and its e-mail is
-- erased.
create or replace function invoice_refuse_change() returns trigger language plpgsql as $$
declare
  v_rest invoice;
begin
  if tg_op = 'UPDATE' then
    v_rest := new;
    -- Generated: it has no value yet.
    v_rest.number := old.number;
    if old.seq is null and new.seq is not null then
      v_rest.seq := null;
    elsif new.buyer_email = '' then
      v_rest.buyer_email := old.buyer_email;
    else
      v_rest.id := null;
    end if;
    if v_rest is not distinct from old then return new; end if;
  end if;
  raise exception 'issued documents do not change: % on %', tg_op, tg_table_name using errcode = 'TP001';
end $$;

-- Which accounts have webhooks: an event of another account has no listener.
create view webhook_owner as select account_id from webhook;
