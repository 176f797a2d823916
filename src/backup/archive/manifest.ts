import { type Static, Type } from "typebox";
import { Value } from "typebox/value";

/** Grows when an older release could no longer read what this one writes. */
export const FORMAT = 1;

/** The first entry. Its name begins the file, and every format keeps it: it tells an old release that a file is too new for it. */
export const MARK = "tributary-backup";
export const markText = (format: number): string => `format ${format}\n`;
export function formatIn(mark: string): number | undefined {
  const number = /^format ([1-9]\d{0,5})\n$/.exec(mark)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The last entries. That the manifest comes at the end makes a file that was cut off recognisable. */
export const MANIFEST = "manifest.json";
export const MANIFEST_DIGEST = "manifest.json.sha256";
/** As `sha256sum --check` reads it. */
export const digestLine = (digest: string): string => `${digest}  ${MANIFEST}\n`;

const ManifestEntry = Type.Object({
  name: Type.String(),
  /** As it lies in the archive, like the digest. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  rows: Type.Optional(Type.Integer({ minimum: 0 })),
  /** It was compressed before it came here: `.zst` belongs to its own name. */
  asIs: Type.Optional(Type.Literal(true)),
});
export type ManifestEntry = Static<typeof ManifestEntry>;

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** The release that wrote it. */
  product: Type.String({ pattern: "^[0-9A-Za-z.+-]{1,100}$" }),
  createdAt: Type.String({ pattern: "^[0-9T:.Z-]{20,30}$" }),
  /** All entries but the manifest and its digest, in their order. */
  entries: Type.Array(ManifestEntry),
});
export type Manifest = Static<typeof Manifest>;

export const writeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

export function readManifest(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Manifest, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
