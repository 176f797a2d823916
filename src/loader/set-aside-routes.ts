import { type Static, Type } from "typebox";
import { closed, moment, type Route, route } from "../http/index.ts";
import { ok } from "../platform/result.ts";
import type { Loader } from "./loader.ts";
import type { SetAsideFrame } from "./types.ts";

const LIMIT_MAX = 1000;

const View = Type.Object({
  position: Type.Number({ description: "The frame's number in the journal, where it stays." }),
  lane: Type.String(),
  project_id: Type.Integer(),
  kind: Type.Integer({ description: "What sort of frame it is." }),
  code: Type.String(),
  reason: Type.String(),
  at: moment("When it was set aside."),
});
const Page = Type.Object({ frames: Type.Array(View), total: Type.Integer() });

const toView = ({ projectId, ...frame }: SetAsideFrame): Static<typeof View> => ({
  ...frame,
  project_id: projectId,
});

/** What could not be loaded, for the person who runs the server. */
export const setAsideRoutes = (loader: Pick<Loader, "setAside" | "status">): Route[] => [
  route({
    method: "GET",
    path: "/set-aside",
    access: "set-aside:read",
    tag: "Operation",
    summary: "List frames of the journal that could not be loaded",
    description:
      "They stay in the journal; 'tributary store rebuild' tries them again, for instance after an upgrade.",
    query: Type.Object(
      {
        project_id: Type.Optional(Type.Integer({ minimum: 1, description: "Only this project's." })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: 100 })),
      },
      closed,
    ),
    handle: async ({ query: { project_id: projectId, limit = 100 } }) => {
      const frames = loader.setAside(projectId);
      const total = projectId === undefined ? loader.status().setAside : frames.length;
      return ok({ frames: frames.slice(0, limit), total });
    },
  }).answers({
    schema: Page,
    view: ({ frames, total }) => ({ frames: frames.map(toView), total }),
    failures: {},
    example: {
      answer: {
        frames: [
          {
            position: 812,
            lane: "live",
            project_id: 1,
            kind: 2,
            code: "unreadable_rows",
            reason: "these bytes are not rows",
            at: "2026-01-31T03:00:00.000Z",
          },
        ],
        total: 1,
      },
    },
  }),
];
