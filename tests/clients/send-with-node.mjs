// Makes the calls it is told to with the published client. Standard input: {"token", "config", "calls": [["people.set", …], …]}; {"$date": ms} stands for a date.
import { text } from "node:stream/consumers";
import Mixpanel from "mixpanel";

const { token, config, calls } = JSON.parse(await text(process.stdin), (_, value) =>
  value?.$date ? new Date(value.$date) : value,
);
const { credentials } = config;
const client = Mixpanel.init(token, {
  ...config,
  ...(credentials ? { credentials: new Mixpanel.ServiceAccountCredentials(...credentials) } : {}),
});

/** Settles with what the client's callback gets: nothing, or what went wrong. */
const call = ([name, ...args]) =>
  new Promise((resolve) => {
    const path = name.split(".");
    const method = path.pop();
    const holder = path.reduce((value, key) => value[key], client);
    try {
      holder[method](...args, (failure) => resolve(said(failure)));
    } catch (failure) {
      resolve(said(failure));
    }
  });

function said(failure) {
  const [first] = [failure].flat().filter(Boolean);
  return first ? String(first.message ?? first) : null;
}

const outcomes = [];
for (const each of calls) outcomes.push(await call(each));
process.stdout.write(JSON.stringify(outcomes));
process.exit(0);
