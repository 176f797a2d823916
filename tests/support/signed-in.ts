import type { Page } from "playwright-core";
import { makePerson, PASSWORD } from "../sign-in/support.ts";
import { openBrowser } from "./browser.ts";
import type { TestServer } from "./test-server.ts";

export type SignedIn = {
  page: Page;
  /** Requests to anybody but the server. There must be none. */
  outbound: string[];
  /** What the page complained of: errors in its console, and those nobody caught. */
  complaints: string[];
  close(): Promise<void>;
};

type Person = Parameters<typeof makePerson>[1];

/** A browser in which somebody is signed in: an owner of the first organization unless it says otherwise. */
export async function openSignedIn(
  server: TestServer,
  person: Person = { email: "owner@example.com", role: "owner" },
): Promise<SignedIn> {
  await makePerson(server, person);
  const { context, close } = await openBrowser();
  const answer = await context.request.post(`${server.url}/api/auth/sign-in/email`, {
    data: { email: person.email, password: PASSWORD },
    headers: { origin: server.url, "x-tributary-ui": "1" },
  });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
  const page = await context.newPage();
  const outbound: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) outbound.push(url);
  });
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, outbound, complaints, close };
}
