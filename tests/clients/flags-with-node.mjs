// Asks for variants with the published client. Standard input: {"token", "credentials", "ids", "contexts": [[flag, context], …],
// "localContexts": those to evaluate locally, all unless told}.
import { subscribe } from "node:diagnostics_channel";
import { text } from "node:stream/consumers";
import Mixpanel from "mixpanel";

const {
  token,
  credentials,
  contexts = [],
  localContexts = contexts,
  ids = [],
  properties,
} = JSON.parse(await text(process.stdin));
let underWay = 0;
const asked = (change) => () => {
  underWay += change;
};
subscribe("http.client.request.start", asked(1));
subscribe("http.client.response.finish", asked(-1));
subscribe("http.client.request.error", asked(-1));
const client = Mixpanel.init(token, {
  remote_flags_config: {},
  local_flags_config: { enable_polling: false },
  ...(credentials ? { credentials: new Mixpanel.ServiceAccountCredentials(...credentials) } : {}),
});
const remote = [];
for (const [flag, context] of contexts)
  remote.push(await client.remote_flags.getVariant(flag, { variant_value: "fallback" }, context));
await client.local_flags.startPollingForDefinitions();
const local = ids.map((id) => {
  const all = client.local_flags.getAllVariants({
    distinct_id: id,
    device_id: id,
    custom_properties: properties,
  });
  return Object.fromEntries(Object.entries(all).map(([key, { variant_key }]) => [key, variant_key]));
});
const exposed = localContexts.map(([flag, context]) =>
  client.local_flags.getVariant(flag, { variant_value: "fallback" }, context),
);
// Exposures are sent without a word when they are out: until all that was asked is answered.
do await new Promise((resolve) => setTimeout(resolve, 500));
while (underWay > 0);
process.stdout.write(JSON.stringify({ remote, local, exposed }), () => process.exit(0));
