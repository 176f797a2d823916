-- Persons to be erased. The ids are kept for as long as they are needed for that, and no longer.
create table erasure (
  id integer generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  state text not null,
  id_count integer not null,
  -- As they were asked for, and with all ids of the same persons: lists, as texts of JSON, since Postgres takes no NUL. Null once the
  -- persons are gone.
  asked_ids text,
  ids text,
  -- Stretches of the journal that cannot be read may go with them.
  discards_damaged boolean not null,
  -- Everything up to this place in the journal is erased.
  position bigint,
  segments_total integer,
  segments_done integer not null default 0,
  events_erased bigint not null default 0,
  profiles_erased bigint not null default 0,
  links_erased bigint not null default 0,
  rows_rewritten bigint not null default 0,
  updates_rewritten bigint not null default 0,
  samples_erased bigint not null default 0,
  -- What the last look found of these persons, everywhere.
  remains bigint,
  error text,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
create index erasure_project on erasure (project_id, id);
