import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { OrganizationRole, ProjectRole } from "../access/index.ts";
import type { Region } from "../config/index.ts";

/** Set by the database when absent; read back as a Date. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A bigint comes as text. */
type Whole = ColumnType<string, number, number>;

type DictionaryRow = {
  project_id: number;
  entity_type: "event" | "profile";
  name: string;
  version: number;
  is_present: boolean;
  namespace: "com.service" | "com.mixpanel";
  metadata: string;
  body: string;
  bytes: number;
  is_dropped: boolean;
  dropped_properties: string | null;
  change: "created" | "replaced" | "deleted" | "restored";
  restored_from: number | null;
  changed_at: ColumnType<Date, Date, Date>;
  changed_by: number;
  changed_by_name: string;
  revision: Generated<string>;
};

/** Who made a thing, and who changed it last. */
type Authored = {
  created_at: ColumnType<Date, Date, never>;
  modified_at: ColumnType<Date, Date, Date>;
  archived_at: Moment;
  creator_id: number | null;
  creator_name: string | null;
  creator_email: string | null;
  modifier_id: number;
  modifier_name: string;
  modifier_email: string;
};

/** One type per table of the control database. Each table has one owner room, named by its schema step. */
export type ControlTables = {
  principal: {
    id: GeneratedAlways<number>;
    kind: "user" | "service_account" | "operator";
    created_at: CreatedAt;
  };
  organization: {
    id: GeneratedAlways<number>;
    name: string;
    created_at: CreatedAt;
    creator_id: number | null;
    deleted_at: Moment;
    second_factor_required: ColumnType<boolean, boolean | undefined, boolean>;
  };
  project: {
    id: GeneratedAlways<number>;
    organization_id: number;
    name: string;
    token: string;
    api_key: string;
    api_secret_digest: Buffer | null;
    timezone: string;
    region: Region;
    week_start: Generated<number>;
    quarter_start_month: Generated<number>;
    created_at: CreatedAt;
    creator_id: number | null;
    deleted_at: Moment;
    purge_after: Moment;
  };
  workspace: {
    id: GeneratedAlways<number>;
    project_id: number;
    name: string;
    description: Generated<string>;
    is_global: Generated<boolean>;
    is_default: Generated<boolean>;
    is_visible: Generated<boolean>;
    is_restricted: Generated<boolean>;
    created_at: CreatedAt;
    creator_id: number | null;
  };
  group_key: {
    id: GeneratedAlways<number>;
    project_id: number;
    property_name: string;
    display_name: string;
    is_company_key: boolean;
    created_at: CreatedAt;
  };
  service_account: {
    id: number;
    organization_id: number;
    username: string;
    label: string;
    expires_at: Moment;
    last_used_at: Moment;
    created_at: CreatedAt;
    creator_id: number | null;
    deleted_at: Moment;
  };
  service_account_secret: {
    id: GeneratedAlways<number>;
    service_account_id: number;
    digest: Buffer;
    created_at: CreatedAt;
    expires_at: Moment;
  };
  app_user: {
    id: number;
    email: string;
    name: string;
    created_at: CreatedAt;
    creator_id: number | null;
  };
  sign_in_password: {
    user_id: number;
    hash: string;
    created_at: CreatedAt;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  sign_in_session: {
    id: GeneratedAlways<number>;
    user_id: number;
    token: string;
    created_at: CreatedAt;
    updated_at: ColumnType<Date, Date | undefined, Date>;
    expires_at: ColumnType<Date, Date, Date>;
    ip_address: string | null;
    user_agent: string | null;
    second_factor: ColumnType<boolean, boolean | undefined, boolean>;
  };
  sign_in_second_factor: {
    id: GeneratedAlways<number>;
    user_id: number;
    secret: string;
    backup_codes: string;
    verified: ColumnType<boolean, boolean | undefined, boolean>;
    failed_verification_count: ColumnType<number, number | undefined, number>;
    locked_until: Moment;
    last_code_digest: Buffer | null;
    last_code_at: Moment;
    created_at: CreatedAt;
  };
  sign_in_passkey: {
    id: GeneratedAlways<number>;
    user_id: number;
    name: string | null;
    public_key: string;
    credential_id: string;
    counter: number;
    device_type: string;
    backed_up: boolean;
    transports: string | null;
    aaguid: string | null;
    created_at: CreatedAt;
  };
  sign_in_challenge: {
    id: GeneratedAlways<number>;
    identifier: string;
    value: string;
    expires_at: ColumnType<Date, Date, Date>;
    created_at: CreatedAt;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
  sign_in_link: {
    id: GeneratedAlways<number>;
    digest: Buffer;
    organization_id: number;
    user_id: number | null;
    creator_id: number;
    created_at: CreatedAt;
    expires_at: ColumnType<Date, Date, never>;
    used_at: Moment;
  };
  invitation: {
    id: GeneratedAlways<number>;
    digest: Buffer;
    organization_id: number;
    email: string;
    name: string | null;
    role: OrganizationRole;
    inviter_id: number;
    inviter_name: string;
    created_at: CreatedAt;
    expires_at: ColumnType<Date, Date, never>;
    ended_at: Moment;
  };
  invitation_project: { invitation_id: number; project_id: number; role: ProjectRole };
  /** A view: people who may sign in. */
  sign_in_user: { id: number; name: string; created_at: ColumnType<Date, never, never> };
  organization_member: {
    organization_id: number;
    principal_id: number;
    role: OrganizationRole;
    created_at: CreatedAt;
  };
  project_member: {
    project_id: number;
    principal_id: number;
    role: ProjectRole;
    created_at: CreatedAt;
  };
  audit_entry: {
    id: GeneratedAlways<string>;
    at: CreatedAt;
    principal_id: number;
    principal_name: string;
    organization_id: number | null;
    project_id: number | null;
    action: string;
    target_type: string;
    target_id: string;
    before: unknown;
    after: unknown;
    request_id: string;
    client_address: string;
  };
  profile: {
    project_id: number;
    group_key: string;
    id: string;
    is_present: boolean;
    properties: string;
    as_of_ms: string;
    as_of: string | null;
    deleted_ms: string | null;
    updated_at: CreatedAt;
  };
  ingestion_tally: {
    project_id: number;
    hour: ColumnType<Date, Date, Date>;
    endpoint: string;
    code: string;
    kind: string;
    count: Whole;
  };
  ingestion_sample: {
    id: GeneratedAlways<string>;
    project_id: number;
    at: ColumnType<Date, Date, Date>;
    endpoint: string;
    code: string;
    kind: string;
    field: string;
    message: string;
    record: string;
    ids: string[];
  };
  profile_position: { journal_id: string; lane: string; position: Whole };
  profile_tally: {
    project_id: number;
    day: ColumnType<Date, string, string>;
    door: string;
    code: string;
    count: Whole;
  };
  profile_session: {
    project_id: number;
    session_id: string;
    page: number;
    total: number;
    page_size: number;
    ids: string[];
    created_at: CreatedAt;
  };
  lookup_table: {
    id: string;
    project_id: number;
    name: string;
    revision: Generated<number>;
    created_at: CreatedAt;
  };
  lookup_mapping: {
    project_id: number;
    subject: "event" | "profile";
    property: string;
    lookup_table_id: string;
  };
  dictionary: {
    project_id: number;
    revision: Whole;
    mode: ColumnType<"off" | "observe" | "reject", string | undefined, string>;
  };
  dictionary_event_mode: { project_id: number; event: string; mode: "off" | "observe" | "reject" };
  dictionary_violation: {
    project_id: number;
    day: ColumnType<Date, string, string>;
    event: string;
    property: string;
    kind: string;
    count: Whole;
    refused: Whole;
    first_at: ColumnType<Date, Date, Date>;
    last_at: ColumnType<Date, Date, Date>;
  };
  dictionary_violation_sample: {
    id: GeneratedAlways<string>;
    project_id: number;
    at: ColumnType<Date, Date, Date>;
    event: string;
    property: string;
    kind: string;
    message: string;
    record: string;
    ids: string[];
  };
  dictionary_entry: DictionaryRow;
  dictionary_version: DictionaryRow;
  experiment: Authored & {
    id: string;
    project_id: number;
    workspace_id: number;
    name: string;
    description: string | null;
    hypothesis: string | null;
    status: "draft" | "active" | "concluded" | "success" | "fail";
    tags: string;
    variants: string;
    metrics: string;
    settings: string;
    exposures_cache: Generated<string>;
    results_cache: Generated<string>;
    is_shared: boolean;
    start_date: Moment;
    end_date: Moment;
  };
  experiment_mark: {
    experiment_id: string;
    principal_id: number;
    is_favorited: boolean;
    pinned_on: ColumnType<Date | null, string | null, string | null>;
  };
  experiment_decision: {
    id: GeneratedAlways<number>;
    experiment_id: string;
    revision: number;
    success: boolean;
    variant: string | null;
    message: string;
    decided_at: ColumnType<Date, Date, never>;
    decided_by_id: number;
    decided_by_name: string;
    evidence: string;
  };
  feature_flag: Authored & {
    id: string;
    project_id: number;
    workspace_id: number;
    key: string;
    name: string;
    description: string | null;
    status: "enabled" | "disabled" | "archived";
    context: string;
    serving_method: string;
    tags: string;
    ruleset: string;
    experiment_id: string | null;
    data_group_id: string | null;
    is_experiment_active: boolean | null;
    hash_salt: string | null;
    variant_order: ColumnType<"key" | "list", "key" | "list" | undefined, "key" | "list">;
    enabled_at: Moment;
  };
  warehouse_source: {
    id: GeneratedAlways<number>;
    project_id: number;
    name: string;
    type: string;
    connection: string;
    secrets: string;
    last_test: string | null;
    creator_id: number;
    creator_name: string;
    creator_email: string;
    created_at: CreatedAt;
    deleted_at: Moment;
  };
  warehouse_import: {
    id: GeneratedAlways<number>;
    project_id: number;
    source_id: number;
    kind: string;
    sync_mode: string;
    table_params: string;
    mapping: string;
    databricks_params: string | null;
    run_every: Whole;
    job_id: string;
    paused: Generated<boolean>;
    is_held: Generated<boolean>;
    is_completed: Generated<boolean>;
    last_dispatch: Moment;
    next_dispatch: Moment;
    progress: string;
    generation: Generated<number>;
    lookup_table_id: string | null;
    warnings: string;
    creator_id: number;
    creator_name: string;
    creator_email: string;
    created_at: CreatedAt;
    deleted_at: Moment;
  };
  warehouse_run: {
    id: string;
    import_id: number;
    state: string;
    trigger: string;
    kind: string | null;
    options: string;
    created_at: CreatedAt;
    started_at: Moment;
    ended_at: Moment;
    attempts: Generated<number>;
    cancel_asked: Generated<boolean>;
    rows_total: ColumnType<string | null, number | null | undefined, number | null>;
    counts: Generated<string>;
    cursor_from: string | null;
    cursor_to: string | null;
    failure: string | null;
    warnings: Generated<string>;
    log: Generated<string>;
  };
  warehouse_failed_row: {
    run_id: string;
    number: number;
    row_key: string;
    code: string;
    field: string;
    message: string;
    value: string | null;
  };
  warehouse_profile_row: { import_id: number; id: string; digest: string; names: string; seen: string };
  migration_job: {
    id: string;
    project_id: number;
    tool: string;
    state: string;
    dry_run: boolean;
    region: string;
    range_from: Date;
    range_before: Date;
    options: string;
    origin_url: string;
    credentials: string | null;
    fingerprint: string;
    warnings: string;
    error: string | null;
    wish: string | null;
    progress: string | null;
    profiles_seen: ColumnType<string, number | undefined, number>;
    profiles_loaded: ColumnType<string, number | undefined, number>;
    profiles_failed: ColumnType<string, number | undefined, number>;
    position: ColumnType<string, number | undefined, number>;
    certificate: string | null;
    requested_by: string;
    secret_digest: Buffer | null;
    created_at: CreatedAt;
    started_at: Moment;
    finished_at: Moment;
  };
  migration_slice: {
    id: GeneratedAlways<string>;
    job_id: string;
    kind: string;
    from_at: Date;
    before_at: Date;
    state: string;
    attempts: Generated<number>;
    exported: ColumnType<string, number | undefined, number>;
    accepted: ColumnType<string, number | undefined, number>;
    skipped: ColumnType<string, number | undefined, number>;
    failed: ColumnType<string, number | undefined, number>;
    duplicates: ColumnType<string, number | undefined, number>;
    tally: string | null;
    problems: string | null;
    error_code: string | null;
    error: string | null;
  };
  migration_profile: {
    job_id: string;
    user_id: string;
    as_of: ColumnType<string, number, number>;
    created: ColumnType<string | null, number | null, number | null>;
    properties: string;
  };
  erasure: {
    id: GeneratedAlways<number>;
    project_id: number;
    state: string;
    id_count: number;
    asked_ids: string | null;
    ids: string | null;
    discards_damaged: boolean;
    position: ColumnType<string | null, number | null | undefined, number | null>;
    segments_total: number | null;
    segments_done: Generated<number>;
    events_erased: ColumnType<string, number | undefined, number>;
    profiles_erased: ColumnType<string, number | undefined, number>;
    links_erased: ColumnType<string, number | undefined, number>;
    rows_rewritten: ColumnType<string, number | undefined, number>;
    updates_rewritten: ColumnType<string, number | undefined, number>;
    samples_erased: ColumnType<string, number | undefined, number>;
    remains: ColumnType<string | null, number | null | undefined, number | null>;
    error: string | null;
    requested_by: string;
    requested_at: CreatedAt;
    finished_at: Moment;
  };
};
