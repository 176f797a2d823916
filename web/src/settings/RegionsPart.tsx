import { useMe } from "../app/me.ts";
import { useProject } from "../app/useProject.ts";
import { Card } from "../ui/Card.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";

/** Where to send and where to ask: the addresses of the region the project lives in. */
export function RegionsPart() {
  const { region, domain, id, timezone } = useProject();
  const { projects } = useMe();
  const base = domain === "" ? location.origin : domain;
  const regions = [...new Map(Object.values(projects).map((one) => [one.region, one.domain])).entries()];
  return (
    <>
      <Card title="Addresses of this project">
        <p className="mb-3 text-ink-soft">
          Its data stays in the region <strong>{region.toUpperCase()}</strong>; days are those of {timezone}.
        </p>
        <div className="space-y-3">
          <Address label="Send events (server)" code={`POST ${base}/import?strict=1&project_id=${id}`} />
          <Address label="Send events (browser, app)" code={`POST ${base}/track`} />
          <Address label="Application API" code={`${base}/api/app/projects/${id}`} />
          <Address label="Export" code={`${base}/api/2.0/export?project_id=${id}`} />
          <Address label="API description" code={`${base}/openapi.json`} />
        </div>
      </Card>
      <Card title="Regions you can reach">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
          {regions.map(([name, address]) => (
            <div key={name} className="contents">
              <dt className="font-medium">{name.toUpperCase()}</dt>
              <dd className="wrap-anywhere">
                {address || "no address is set for this region"}
                {name === region ? " (this project)" : ""}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-xs text-ink-faint">
          A project is asked at the address of its own region. The operator sets the other regions' addresses
          with REGION_URLS.
        </p>
      </Card>
    </>
  );
}

const Address = ({ label, code }: { label: string; code: string }) => (
  <div>
    <p className="mb-1 text-xs font-medium text-ink-soft">{label}</p>
    <CodeBlock code={code} label={label.toLowerCase()} />
  </div>
);
