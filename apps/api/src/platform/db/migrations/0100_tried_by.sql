-- The machine that was told last to try a refused login: others have the next turn.
alter table upstream add column tried_by text;
