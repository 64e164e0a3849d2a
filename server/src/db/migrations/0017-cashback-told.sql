-- When its player was told that it ends soon.
alter table cashbacks_cashback add column told_at timestamptz;
