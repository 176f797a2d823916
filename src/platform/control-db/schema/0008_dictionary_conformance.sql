-- The number of the change an entry was last part of: whoever knows an older one reads only what is newer.
alter table dictionary_entry add column revision bigint not null default 0;
alter table dictionary_version add column revision bigint not null default 0;
create index dictionary_entry_revision on dictionary_entry (project_id, revision);

-- What becomes of events that do not fit their schema: nobody looks, they are counted, or they are refused.
alter table dictionary add column mode text not null default 'observe' check (mode in ('off', 'observe', 'reject'));
create table dictionary_event_mode (
  project_id integer not null references project on delete cascade,
  event text collate "C" not null check (length(event) between 1 and 255),
  mode text not null check (mode in ('off', 'observe', 'reject')),
  primary key (project_id, event)
);

-- How often events did not fit, by the UTC day of receipt. After a crash the last two seconds may be missing.
create table dictionary_violation (
  project_id integer not null references project on delete cascade,
  day date not null,
  event text collate "C" not null,
  -- Empty: of those properties that were too many to tell apart.
  property text collate "C" not null,
  kind text collate "C" not null,
  count bigint not null,
  refused bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (project_id, day, event, property, kind)
);
create index dictionary_violation_age on dictionary_violation (day);

-- A few records for each, with secrets masked. `ids` are those the record names, so that a person's can be erased.
create table dictionary_violation_sample (
  id bigint generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  at timestamptz not null,
  event text collate "C" not null,
  property text collate "C" not null,
  kind text collate "C" not null,
  message text not null,
  record text not null,
  ids text[] not null
);
create index dictionary_violation_sample_of on dictionary_violation_sample (project_id, event, property, kind, id);
