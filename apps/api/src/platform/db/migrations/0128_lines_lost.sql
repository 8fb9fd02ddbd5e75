-- When a machine's gateway last had no room for lines of the trace (spec/operator#alerts).
alter table node add column lines_lost_at timestamptz;
