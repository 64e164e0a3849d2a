-- A bet that comes with its win is one row of what counts against limits, where it was two.
alter table limits_use add column returned bigint not null default 0 check (returned >= 0);
