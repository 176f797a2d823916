-- A second factor beside the password: codes of an authenticator app with recovery codes, and passkeys.

create table sign_in_second_factor (
  id integer generated always as identity primary key,
  user_id integer not null unique references app_user,
  -- Both encrypted by the library with the server's key.
  secret text not null,
  backup_codes text not null,
  -- False until the member has typed a first code.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- A code works once, although it is valid for a minute and a half.
  last_code_digest bytea,
  last_code_at timestamptz,
  created_at timestamptz not null default now()
);

create table sign_in_passkey (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index sign_in_passkey_user on sign_in_passkey (user_id);

-- Sign-ins that wait for their second step, and the random values that passkeys sign. They live for minutes.
create table sign_in_challenge (
  id integer generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_in_challenge_identifier on sign_in_challenge (identifier);
create index sign_in_challenge_expires on sign_in_challenge (expires_at);

-- Whether a second factor or a passkey took part when the session began.
alter table sign_in_session add column second_factor boolean not null default false;

alter table organization add column second_factor_required boolean not null default false;

create or replace view sign_in_user as
  select app_user.id, app_user.id::text || '@id.invalid' as email, app_user.name, true as email_verified, null::text as image,
    app_user.created_at, app_user.created_at as updated_at,
    exists (
      select from sign_in_second_factor factor where factor.user_id = app_user.id and factor.verified
    ) as two_factor_enabled
  from app_user
  where exists (
    select from organization_member member
    join organization on organization.id = member.organization_id
    where member.principal_id = app_user.id and organization.deleted_at is null
  );

-- The library says on its users that the second factor is on. The view derives that from the factor itself, so the update changes nothing.
create function sign_in_user_keep() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger sign_in_user_keep instead of update on sign_in_user for each row execute function sign_in_user_keep();
