-- How long a node carries without an API: far machines 300 s unless the operator says otherwise, the
-- API's own 60 s. The previous release wrote 60 for all and read it nowhere.
alter table node alter column lease_seconds set default 300;
update node set lease_seconds = 300 where name <> 'local';

-- Rows of a report about static IPs and ports of another node, which wait for the operator while the
-- rest of the report was applied. The previous release takes them for applied, and counts none.
alter table usage_aside add column part_of_applied boolean not null default false;
