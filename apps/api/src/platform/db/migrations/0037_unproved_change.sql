-- Whether who made a change that can be undone had proved more than a session (spec/sign-in#undo).
alter table security_undo add column proved boolean not null default true;
