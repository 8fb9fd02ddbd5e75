-- The networks that a staff member signed in from last: guessing from elsewhere does not keep them out.
alter table staff add column networks text[] not null default '{}';
