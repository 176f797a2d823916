import { Type } from "typebox";
import { closed, type Route, route } from "../http/index.ts";
import { fail, ok } from "../platform/result.ts";
import { findPerson, type ResolveId } from "./find-person.ts";
import {
  GroupList,
  GroupView,
  PersonList,
  PersonView,
  type ProfilePage,
  toGroupList,
  toGroupView,
  toPersonList,
  toPersonView,
} from "./profile-view.ts";
import type { PageOptions, ProfilesReader } from "./profiles-reader.ts";

const tag = "Profiles";
const access = "project:read";
const LIMIT = 50;

const paging = Type.Object(
  {
    after: Type.Optional(
      Type.String({ maxLength: 255, description: "Only ids behind this one: `next` of the page before." }),
    ),
    prefix: Type.Optional(Type.String({ maxLength: 255, description: "Only ids that begin so." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: LIMIT, description: "At most so many." }),
    ),
  },
  closed,
);

async function readPage(
  reader: Pick<ProfilesReader, "page">,
  projectId: number,
  groupKey: string,
  { limit = LIMIT, ...which }: Partial<PageOptions>,
): Promise<ProfilePage> {
  const profiles = await reader.page(projectId, groupKey, { ...which, limit: limit + 1 });
  const hasMore = profiles.length > limit;
  if (hasMore) profiles.length = limit;
  return { profiles, next: hasMore ? (profiles.at(-1)?.id ?? null) : null };
}

const properties = { $name: "Ana", plan: "pro", $last_seen: "2026-06-02T16:00:00" };
const updated_at = "2026-06-02T16:00:00.120Z";
const as_of = {
  $name: "2026-06-01T09:00:00.000Z",
  plan: "2026-06-02T16:00:00.000Z",
  $last_seen: "2026-06-02T16:00:00.000Z",
};
const unknownPerson = {
  status: 404,
  say: ({ id }: { id: string }) => `There is no profile of '${id}' in this project.`,
} as const;
const unknownGroup = {
  status: 404,
  say: ({ key, id }: { key: string; id: string }) =>
    `There is no profile of '${id}' among the groups of '${key}'.`,
} as const;

export type ProfileRoutesDeps = { reader: Pick<ProfilesReader, "find" | "page">; resolve: ResolveId };

/** What is known of people and groups. */
export const profileRoutes = ({ reader, resolve }: ProfileRoutesDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/profiles",
    access,
    tag,
    summary: "List profiles of people",
    description: "In the order of their distinct ids. `/api/2.0/engage` finds them by their properties.",
    query: paging,
    handle: async ({ scope, query }) => ok(await readPage(reader, scope.projectId, "", query)),
  }).answers({
    schema: PersonList,
    view: toPersonList,
    failures: {},
    example: {
      answer: { profiles: [{ distinct_id: "ana@example.com", properties, updated_at }], next: null },
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/profiles/:person",
    access,
    tag,
    summary: "Show a person's profile",
    description:
      "By the person's id, or by that of a device that has become the person's and has no profile of its own.",
    handle: async ({ scope, params: { person: id } }) => {
      const profile = await findPerson(reader, resolve, scope.projectId, id);
      return profile === undefined ? fail({ code: "unknown_profile", id }) : ok(profile);
    },
  }).answers({
    schema: PersonView,
    view: toPersonView,
    failures: { unknown_profile: unknownPerson },
    example: { answer: { distinct_id: "ana@example.com", properties, as_of, updated_at } },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/group-profiles/:key",
    access,
    tag,
    summary: "List profiles of groups",
    description: "Those of one group key, in the order of their ids.",
    query: paging,
    handle: async ({ scope, params: { key }, query }) =>
      ok({ key, ...(await readPage(reader, scope.projectId, key, query)) }),
  }).answers({
    schema: GroupList,
    view: ({ key, ...page }) => toGroupList(key, page),
    failures: {},
    example: {
      answer: {
        profiles: [{ group_key: "company", group_id: "acme", properties, updated_at }],
        next: null,
      },
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/group-profiles/:key/:group",
    access,
    tag,
    summary: "Show a group's profile",
    handle: async ({ scope, params: { key, group: id } }) => {
      const profile = await reader.find(scope.projectId, { groupKey: key, id });
      return profile === undefined ? fail({ code: "unknown_profile", key, id }) : ok({ key, profile });
    },
  }).answers({
    schema: GroupView,
    view: ({ key, profile }) => toGroupView(key, profile),
    failures: { unknown_profile: unknownGroup },
    example: { answer: { group_key: "company", group_id: "acme", properties, as_of, updated_at } },
  }),
];
