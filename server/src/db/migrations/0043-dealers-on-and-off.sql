-- When the site began and ceased to have dealers: what was played while it had none is counted without their boosts.
create table loyalty_dealers (
  id bigint generated always as identity primary key,
  is_on boolean not null,
  at timestamptz(3) not null default clock_timestamp()
);
create trigger loyalty_dealers_stay before update or delete or truncate on loyalty_dealers
  for each statement execute function wallet_refuse();
