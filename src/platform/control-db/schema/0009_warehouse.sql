-- Connections to warehouses. `secrets` holds sealed values by name; without the server's key they are noise.
create table warehouse_source (
  id integer generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  name text not null check (length(name) between 1 and 255),
  type text not null,
  -- JSON as text: values that are no secrets.
  connection text not null,
  secrets text not null,
  last_test text,
  creator_id integer not null,
  creator_name text not null,
  creator_email text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index warehouse_source_name on warehouse_source (project_id, name) where deleted_at is null;

-- What is pulled from where, as what and how often.
create table warehouse_import (
  id integer generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  source_id integer not null references warehouse_source,
  kind text not null,
  sync_mode text not null,
  -- JSON as text: where the table is, and which of its columns means what.
  table_params text not null,
  mapping text not null,
  databricks_params text,
  -- Nanoseconds, as clients say it.
  run_every bigint not null,
  job_id uuid not null,
  paused boolean not null default false,
  is_held boolean not null default false,
  is_completed boolean not null default false,
  last_dispatch timestamptz,
  next_dispatch timestamptz,
  -- How far it got: cursor, recipe of its digests, columns as they were last seen. JSON as text.
  progress text not null,
  -- The last generation of rows it used, whether it was shown or given up.
  generation integer not null default 0,
  lookup_table_id text,
  warnings text not null,
  creator_id integer not null,
  creator_name text not null,
  creator_email text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index warehouse_import_project on warehouse_import (project_id, id);
create index warehouse_import_due on warehouse_import (next_dispatch) where next_dispatch is not null and deleted_at is null and not paused;

create table warehouse_run (
  id text primary key,
  import_id integer not null references warehouse_import on delete cascade,
  state text not null,
  trigger text not null,
  kind text,
  -- What its trigger asked for: confirm_guard, full_resync.
  options text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  attempts integer not null default 0,
  cancel_asked boolean not null default false,
  rows_total bigint,
  -- By name, as they stand in the run's record. JSON as text.
  counts text not null default '{}',
  cursor_from text,
  cursor_to text,
  failure text,
  warnings text not null default '[]',
  log text not null default '[]'
);
create index warehouse_run_import on warehouse_run (import_id, created_at desc);
-- One run of an import at a time, and one more that waits for it.
create unique index warehouse_run_waiting on warehouse_run (import_id) where state = 'QUEUED';

create table warehouse_failed_row (
  run_id text not null references warehouse_run on delete cascade,
  number integer not null,
  row_key text not null,
  code text not null,
  field text not null,
  message text not null,
  value text,
  primary key (run_id, number)
);

-- What an import last wrote of a profile, so that rows which have not changed are not written again.
create table warehouse_profile_row (
  import_id integer not null references warehouse_import on delete cascade,
  id text collate "C" not null,
  digest text not null,
  names text not null,
  seen text not null,
  primary key (import_id, id)
);
