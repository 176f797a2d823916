-- Whoever can act: people, service accounts, and the operator of this server. Never deleted, so that history keeps its names.
create table principal (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('user', 'service_account', 'operator')),
  created_at timestamptz not null default now()
);

create table organization (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  creator_id integer references principal,
  deleted_at timestamptz
);

create table project (
  id integer generated always as identity primary key,
  organization_id integer not null references organization,
  name text not null check (length(name) between 1 and 255),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  api_key text not null unique check (api_key ~ '^[0-9a-f]{32}$'),
  -- Only the digest is kept. Null: the legacy secret is switched off.
  api_secret_digest bytea unique,
  timezone text not null,
  region text not null check (region in ('us', 'eu', 'in')),
  week_start smallint not null default 1 check (week_start between 1 and 7),
  quarter_start_month smallint not null default 1 check (quarter_start_month between 1 and 12),
  created_at timestamptz not null default now(),
  creator_id integer references principal,
  deleted_at timestamptz,
  purge_after timestamptz
);
create index project_organization on project (organization_id);
create index project_purge on project (purge_after) where deleted_at is not null;

-- The path of an experiment names a workspace alone, so ids are unique across projects.
create table workspace (
  id integer generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  name text not null,
  description text not null default '',
  is_global boolean not null default false,
  is_default boolean not null default false,
  is_visible boolean not null default true,
  is_restricted boolean not null default false,
  created_at timestamptz not null default now(),
  creator_id integer references principal
);
create unique index workspace_default on workspace (project_id) where is_default;

create table group_key (
  id integer generated always as identity primary key,
  project_id integer not null references project on delete cascade,
  property_name text not null check (length(property_name) between 1 and 255),
  display_name text not null check (length(display_name) between 1 and 255),
  is_company_key boolean not null default false,
  created_at timestamptz not null default now(),
  unique (project_id, property_name)
);
create unique index group_key_company on group_key (project_id) where is_company_key;

create table service_account (
  id integer primary key references principal,
  organization_id integer not null references organization,
  username text not null unique,
  label text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  creator_id integer references principal,
  deleted_at timestamptz
);
create index service_account_organization on service_account (organization_id);

create table service_account_secret (
  id integer generated always as identity primary key,
  service_account_id integer not null references service_account on delete cascade,
  digest bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index service_account_secret_account on service_account_secret (service_account_id);

create table app_user (
  id integer primary key references principal,
  email text not null check (length(email) between 3 and 320),
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  creator_id integer references principal
);
create unique index app_user_email on app_user (lower(email));

create table organization_member (
  organization_id integer not null references organization on delete cascade,
  principal_id integer not null references principal,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  primary key (organization_id, principal_id)
);
create index organization_member_principal on organization_member (principal_id);

create table project_member (
  project_id integer not null references project on delete cascade,
  principal_id integer not null references principal,
  role text not null check (role in ('owner', 'admin', 'analyst', 'consumer')),
  created_at timestamptz not null default now(),
  primary key (project_id, principal_id)
);
create index project_member_principal on project_member (principal_id);

-- Who changed what, when. Rows are only ever added; project and organization ids stay although the thing is gone.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  principal_id integer not null references principal,
  principal_name text not null,
  organization_id integer,
  project_id integer,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  client_address text not null
);
create index audit_entry_organization on audit_entry (organization_id, id desc);
create index audit_entry_project on audit_entry (project_id, id desc);
