-- Which machine says so: two that agree count, whichever API processes they are connected to.
alter table upstream_failure add column node text not null default '';
