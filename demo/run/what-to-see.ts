import { STAFF } from "../fill/organization.ts";
import type { Note } from "./note.ts";

const colleagues = STAFF.flatMap(({ email, project }) => (project === null ? [] : [`${email} (${project})`]));

/** The last words of a start: where it is, who may come in, what there is. */
export const whatToSee = (url: string, { owner, account, endMs }: Note, folder: string): string => `
Tributary's demo is ready on ${url}

  Sign in          ${owner.email} (owner)
  Password         ${owner.password}
  Same password    ${colleagues.join("\n                   ")}
  Service account  ${account.username}:${account.secret}

A shop, Harbour & Pine, as of ${new Date(endMs).toISOString().slice(0, 16).replace("T", " ")} UTC. Worth a look:

  Events       90 days: sessions, searches, carts, orders, refunds; devices that become members; a new one every few seconds
  Dictionary   "Order completed" and its violations; a hidden event, a dropped one, two that nobody declared
  Warehouse    orders of the shops in town, imported daily; returns, whose import met a renamed column
  Experiments  the free-shipping banner, decided; the one-page checkout, running; one draft
  Migrations   a week of another tool's history, with its certificate; repeat it with vendor-key and vendor-secret
  Settings     people with roles, an audit log, and records that were refused

API reference: ${url}/docs
The data lies in ${folder}; npm run demo -- --reset begins anew. Stop with Ctrl-C.
`;
