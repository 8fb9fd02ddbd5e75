-- When the person of a console's session last proved the second factor; null: when it began.
alter table staff_session add column proved_at timestamptz;
