-- Seeds and the roots of chains are kept sealed: 12 bytes of the seal's own, 16 that show it was not changed, 32 of the
-- secret. What was kept plain before stays readable until it is told or replaced.
alter table rounds_seed drop constraint rounds_seed_server_seed_check;
alter table rounds_seed add constraint rounds_seed_server_seed_check check (length(server_seed) in (32, 60)) not valid;
alter table rounds_seed validate constraint rounds_seed_server_seed_check;
