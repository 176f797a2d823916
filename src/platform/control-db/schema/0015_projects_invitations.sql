-- An address that was asked to join an organization. Nothing here points at a person: until the invitation is accepted, whether
-- somebody has an account with the address neither shows nor matters.
create table invitation (
  id integer generated always as identity primary key,
  -- Of the token in the link.
  digest bytea not null unique,
  organization_id integer not null references organization on delete cascade,
  email text not null check (length(email) between 3 and 320),
  -- Suggested to somebody who has no account yet.
  name text check (length(name) between 1 and 255),
  role text not null check (role in ('owner', 'admin', 'member')),
  inviter_id integer not null references principal,
  inviter_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Accepted, withdrawn, or replaced by a newer one.
  ended_at timestamptz
);
create unique index invitation_open on invitation (organization_id, lower(email)) where ended_at is null;

create table invitation_project (
  invitation_id integer not null references invitation on delete cascade,
  project_id integer not null references project on delete cascade,
  role text not null check (role in ('owner', 'admin', 'analyst', 'consumer')),
  primary key (invitation_id, project_id)
);
create index invitation_project_project on invitation_project (project_id);
