-- Which cluster and which timeline this database is on. When they are others than these, it was put back to an earlier
-- day, or a copy took over that may lack the last moments: chance that was shown since must not decide money again.
create table house_whereabouts (
  is_only boolean primary key default true check (is_only),
  -- As `pg_control_system` says it.
  cluster text not null,
  -- As the names of its log files begin.
  timeline text not null,
  noted_at timestamptz not null default now()
);
