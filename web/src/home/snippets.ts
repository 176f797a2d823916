export type Place = {
  /** Where clients send to: this very server. */
  origin: string;
  projectId: number;
  token: string;
};

export const SNIPPET_KINDS = ["curl", "node", "python", "browser"] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

type Snippet = { label: string; language: string; code: string };

const EVENT = "First event";

/** What can be pasted as it is: host and token are those of this project. */
export const snippetFor = (kind: SnippetKind, place: Place): Snippet => MAKERS[kind](place);

const MAKERS: Record<SnippetKind, (place: Place) => Snippet> = {
  curl: ({ origin, token }) => ({
    label: "curl",
    language: "shell command",
    code: `curl '${origin}/track?verbose=1' \\
  -H 'Content-Type: application/json' \\
  -d '[{"event": "${EVENT}", "properties": {
        "token": "${token}",
        "distinct_id": "ana", "plan": "pro"}}]'`,
  }),
  node: ({ origin, token }) => ({
    label: "Node",
    language: "Node program",
    code: `const events = [
  {
    event: "${EVENT}",
    properties: { token: "${token}", distinct_id: "ana", plan: "pro" },
  },
];
const answer = await fetch("${origin}/track?verbose=1", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(events),
});
console.log(await answer.json());`,
  }),
  python: ({ origin, token }) => ({
    label: "Python",
    language: "Python program",
    code: `import json, urllib.request

events = [
    {
        "event": "${EVENT}",
        "properties": {"token": "${token}", "distinct_id": "ana", "plan": "pro"},
    },
]
request = urllib.request.Request(
    "${origin}/track?verbose=1",
    data=json.dumps(events).encode(),
    headers={"Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())`,
  }),
  browser: ({ origin, token }) => ({
    label: "Browser",
    language: "script for a web page",
    code: `<script type="module">
  // Any page may send: the token says which project it is for.
  const events = [
    {
      event: "${EVENT}",
      properties: { token: "${token}", distinct_id: "ana", page: location.pathname },
    },
  ];
  await fetch("${origin}/track?verbose=1", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(events),
  });
</script>`,
  }),
};

/** Servers send in bulk: compressed, checked record by record, with a service account. */
export const bulkSnippet = ({ origin, projectId }: Place): string =>
  `echo '[{"event": "${EVENT}", "properties": {
  "time": '$(date +%s)', "distinct_id": "ana", "$insert_id": "first-1"}}]' |
gzip | curl '${origin}/import?strict=1&project_id=${projectId}' \\
  -u 'SERVICE_ACCOUNT_USERNAME:SERVICE_ACCOUNT_SECRET' \\
  -H 'Content-Type: application/json' -H 'Content-Encoding: gzip' --data-binary @-`;
