-- Experiments. Lists and objects are JSON as text: written back as they came, in their order, to the digit.
create table experiment (
  id uuid primary key,
  project_id integer not null references project on delete cascade,
  workspace_id integer not null references workspace on delete cascade,
  name text not null check (length(name) between 1 and 255),
  description text,
  hypothesis text,
  status text not null check (status in ('draft', 'active', 'concluded', 'success', 'fail')),
  tags text not null,
  variants text not null,
  metrics text not null,
  settings text not null,
  exposures_cache text not null default '{}',
  results_cache text not null default '{}',
  -- Whether all members of the project see it, or its creator alone.
  is_shared boolean not null,
  start_date timestamptz,
  end_date timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  archived_at timestamptz,
  creator_id integer references principal,
  creator_name text,
  creator_email text,
  modifier_id integer not null references principal,
  modifier_name text not null,
  modifier_email text not null
);
create index experiment_workspace on experiment (workspace_id, created_at, id);
create index experiment_project on experiment (project_id);
create index experiment_active on experiment (id) where status = 'active';

-- What one caller thinks of an experiment.
create table experiment_mark (
  experiment_id uuid not null references experiment on delete cascade,
  principal_id integer not null references principal,
  is_favorited boolean not null,
  pinned_on date,
  primary key (experiment_id, principal_id)
);

-- Every decision and what it rested on. Rows are only ever added; an edit is a further row.
create table experiment_decision (
  id integer generated always as identity primary key,
  experiment_id uuid not null references experiment on delete cascade,
  revision integer not null,
  success boolean not null,
  variant text,
  message text not null,
  decided_at timestamptz not null,
  decided_by_id integer not null references principal,
  decided_by_name text not null,
  -- Sufficient statistics, exposures, settings, engine version, journal positions, verdicts: JSON as text, read back to the bit.
  evidence text not null,
  unique (experiment_id, revision)
);

create table feature_flag (
  id uuid primary key,
  project_id integer not null references project on delete cascade,
  workspace_id integer not null references workspace on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 255),
  name text not null check (length(name) between 1 and 255),
  description text,
  status text not null check (status in ('enabled', 'disabled', 'archived')),
  context text not null,
  serving_method text not null,
  tags text not null,
  ruleset text not null,
  experiment_id uuid unique references experiment on delete set null,
  data_group_id text,
  is_experiment_active boolean,
  -- Null: buckets are told by the flag's key alone, as before salts were.
  hash_salt text,
  enabled_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  archived_at timestamptz,
  creator_id integer references principal,
  creator_name text,
  creator_email text,
  modifier_id integer not null references principal,
  modifier_name text not null,
  modifier_email text not null,
  unique (project_id, key)
);
create index feature_flag_workspace on feature_flag (workspace_id, created_at, id);
