-- Points of bets.

-- Steps of bets that were counted, in the order in which they were. What each is worth follows from the bet.
create table loyalty_bet_step (
  id bigint generated always as identity primary key,
  player_id bigint not null references loyalty_player,
  bet_id bigint not null,
  n int not null,
  -- How far the own purses of the player were worked in before it: {purse: seq}.
  seqs jsonb not null,
  unique (bet_id, n)
);
create index loyalty_bet_step_player on loyalty_bet_step (player_id, id);
create trigger loyalty_bet_step_stays before update or delete or truncate on loyalty_bet_step
  for each statement execute function wallet_refuse();
