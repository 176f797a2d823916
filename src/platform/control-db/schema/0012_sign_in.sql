-- How people sign in. Who they are stands in app_user; one person, one row there, however they come in.

create table sign_in_password (
  user_id integer primary key references app_user,
  hash text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the library finds a password by. Generated, so that nothing else can ever stand there.
  id integer generated always as (user_id) stored,
  account_id text generated always as (user_id::text) stored,
  provider_id text generated always as ('credential'::text) stored,
  issuer text generated always as ('local:credential'::text) stored
);

create table sign_in_session (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index sign_in_session_user on sign_in_session (user_id);
create index sign_in_session_expires on sign_in_session (expires_at);

-- A link that lets somebody set their password, once.
create table sign_in_link (
  id integer generated always as identity primary key,
  digest bytea not null unique,
  organization_id integer not null references organization,
  -- Null: whoever opens it becomes a new owner of the organization.
  user_id integer references app_user,
  creator_id integer not null references principal,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_link_organization on sign_in_link (organization_id);

-- People as the library sees them: to be read only, and only those who are in an organization. It knows them by number, because its
-- idea of which e-mail addresses there are is narrower than ours, and lower case is the database's business.
create view sign_in_user as
  select app_user.id, app_user.id::text || '@id.invalid' as email, app_user.name, true as email_verified, null::text as image,
    app_user.created_at, app_user.created_at as updated_at
  from app_user
  where exists (
    select from organization_member member
    join organization on organization.id = member.organization_id
    where member.principal_id = app_user.id and organization.deleted_at is null
  );
