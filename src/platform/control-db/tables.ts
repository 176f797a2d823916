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
  dictionary: { project_id: number; revision: Whole };
  dictionary_entry: DictionaryRow;
  dictionary_version: DictionaryRow;
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
