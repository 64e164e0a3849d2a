-- When a player without a password last proved in this session to be the one who opened it: by a code to a confirmed
-- contact, or at the service by which it came.
alter table auth_session add column proven_at timestamptz;
