-- What each of a payment's parts has brought, by the provider's id of the part: some providers
-- report every deposit for itself. In cents; parts only grow.
alter table payment add column parts jsonb not null default '{}';
