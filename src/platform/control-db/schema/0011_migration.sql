-- A copy of another tool's history: what was asked for, and how far it is.
create table migration_job (
  -- Random: whoever knows it may look at the progress.
  id text primary key,
  project_id integer not null references project on delete cascade,
  tool text not null,
  state text not null,
  dry_run boolean not null,
  region text not null,
  -- Full hours, the second one not included.
  range_from timestamptz not null,
  range_before timestamptz not null,
  options text not null,
  -- The address that took the credentials.
  origin_url text not null,
  -- Sealed; null as soon as the job can end by itself without them.
  credentials text,
  -- The same request gives the same text, without its secret.
  fingerprint text not null,
  warnings text not null,
  error text,
  -- `cancel` or `pause`: the run looks at it between batches.
  wish text,
  -- Of the slice that is being loaded.
  progress text,
  profiles_seen bigint not null default 0,
  profiles_loaded bigint not null default 0,
  profiles_failed bigint not null default 0,
  -- Everything it brought lies before this place in the journal.
  position bigint not null default 0,
  certificate text,
  requested_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index migration_job_project on migration_job (project_id, created_at);

-- A stretch of time of the origin, loaded as a whole: what is counted here was loaded to its end.
create table migration_slice (
  id bigint generated always as identity primary key,
  job_id text not null references migration_job on delete cascade,
  kind text not null,
  from_at timestamptz not null,
  before_at timestamptz not null,
  state text not null,
  attempts integer not null default 0,
  exported bigint not null default 0,
  accepted bigint not null default 0,
  skipped bigint not null default 0,
  failed bigint not null default 0,
  -- In a dry run: those that are there already.
  duplicates bigint not null default 0,
  -- By day and event, as JSON; and some of the lines that were not taken.
  tally text,
  problems text,
  error_code text,
  error text
);
create index migration_slice_job on migration_slice (job_id, from_at, id);

-- What a person's properties were as of the latest event so far. Gone when the job has ended.
create table migration_profile (
  job_id text not null references migration_job on delete cascade,
  user_id text not null,
  as_of bigint not null,
  created bigint,
  properties text not null,
  primary key (job_id, user_id)
);
