-- Whether a player is shown in lists belongs to the account: winners, pots and tables all ask for it.
alter table winners_hidden rename to account_hidden;
