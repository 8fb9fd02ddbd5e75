-- What the operator's console lists and finds across all customers (spec/console#customers).
create index shop_order_newest on shop_order (position desc);
create index shop_order_paid_at on shop_order (paid_at) where paid_at is not null;
create index payment_newest on payment (position desc);
create index payment_ref on payment (provider_ref) where provider_ref is not null;
create index refund_newest on refund (created_at desc, id);
create index account_newest on account (created_at desc, id desc);
create index account_seen on account (last_login_at desc nulls last, id desc);
create index sub_account_begins on sub_account (lower(name) text_pattern_ops);
create index static_ip_address on static_ip (ip);
create index login_event_ip on login_event (ip);
create index session_ip on session (ip);
-- Traffic of all customers by time: rows come in the order of their hours.
create index usage_hour_by_time on usage_hour using brin (hour) with (autosummarize = on);
