import { CodeBlock } from "../ui/CodeBlock.tsx";
import type { Flag } from "./queries.ts";

/** How clients ask for it, filled with this server and this flag. */
export function FlagUse({ flag }: { flag: Flag }) {
  const origin = window.location.origin;
  const key = JSON.stringify(flag.key);
  const browser = `mixpanel.init(PROJECT_TOKEN, { api_host: "${origin}", flags: true });
await mixpanel.flags.get_variant_value(${key}, ${JSON.stringify(flag.ruleset.variants[0]?.value ?? false)});`;
  const shell = `curl -u 'PROJECT_TOKEN:' -G ${origin}/flags \\
  --data-urlencode 'flag_key=${flag.key.replaceAll("'", "'\\''")}' \\
  --data-urlencode 'context={"distinct_id":"ana"}'`;
  return (
    <div className="max-w-3xl space-y-4">
      <p className="text-ink-soft">
        Asking for a flag of an active experiment sends the exposure by itself. The project's token stands in
        the settings.
      </p>
      <CodeBlock code={browser} label="browser code" />
      <CodeBlock code={shell} label="curl command" />
    </div>
  );
}
