-- The node that works for tournaments works for points too, by the lease of tournaments.
drop table loyalty_lease;
