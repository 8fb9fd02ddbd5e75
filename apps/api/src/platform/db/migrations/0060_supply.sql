-- Exits behind upstream proxies get the target's name unless told otherwise: many resolve it where
-- they are. Gateways of the previous release send addresses, as before.
alter table exit add column dns text not null default 'remote' check (dns in ('local', 'remote'));

-- A wholesaler may not tell the exit's address: the trace then has the upstream and its session.
alter table connection_trace alter column exit_ip drop not null;
alter table connection_trace add column upstream text;
alter table connection_trace add column session text;
create index connection_trace_session on connection_trace (session, at) where session is not null;

alter table gateway_news drop constraint gateway_news_kind_check;
alter table gateway_news add constraint gateway_news_kind_check
  check (kind in ('subAccount', 'whitelist', 'exit', 'staticIp', 'unlimitedPort', 'openedIp',
    'whitePort', 'blockedTarget', 'upstream', 'upstreamPlaces', 'ownExits'));
