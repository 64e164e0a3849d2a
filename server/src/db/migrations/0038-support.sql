-- What visitors and players write to support, and what they were answered.
create table support_feedback (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  player_id bigint references account_player,
  topic text not null,
  text text not null,
  -- Where it is answered.
  contact text not null,
  locale text not null,
  answer text,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index support_feedback_player on support_feedback (player_id) where player_id is not null;
create index support_feedback_contact on support_feedback (contact, at);
create index support_feedback_open on support_feedback (id) where answered_at is null;

-- What a player and an agent said in the chat of an outside provider, as the player's browser told it.
create table support_chat_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  player_id bigint not null references account_player,
  channel_id text not null,
  conversation_id text not null,
  event text not null check (event in ('sent', 'received')),
  text text not null
);
create index support_chat_event_player on support_chat_event (player_id, id);
