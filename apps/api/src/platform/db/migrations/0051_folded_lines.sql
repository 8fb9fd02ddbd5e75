-- Lines of an account that opens very many connections are folded into one with a count
-- (spec/operator#folded-rows). Gateways of the previous release send none.
alter table connection_trace add column connections integer not null default 1 check (connections > 0);
