import type { Frame, Position } from "../../journal/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { decodeUpdates, type PlacedBatch } from "../../profiles/index.ts";
import type { SetAsideList } from "../set-aside.ts";
import { type DevicesPort, resolveDevices } from "./resolve-devices.ts";

/** Where profiles are kept, with the position that they stand for. */
export type ProfilesPort = {
  position(lane: string): Promise<Position>;
  /** Applies what is past the position, and moves it, in one transaction. */
  apply(lane: string, batches: readonly PlacedBatch[], upTo: Position): Promise<void>;
};

export type ApplyFramesDeps = {
  profiles: Pick<ProfilesPort, "apply">;
  devices: DevicesPort;
  setAside: Pick<SetAsideList, "add">;
  clock: Clock;
};

/** Applies frames of updates, once. A frame that cannot be applied is set aside, and the others go on without it. */
export async function applyFrames(
  deps: ApplyFramesDeps,
  lane: "live",
  frames: readonly Frame[],
  upTo: Position,
  closing: AbortSignal,
): Promise<void> {
  const decodedBatches: PlacedBatch[] = [];
  for (const frame of frames) {
    const decoded = decodeUpdates(frame.body);
    if (!decoded.ok) await aside(frame, decoded.failure.code, decoded.failure.reason);
    else decodedBatches.push({ ...decoded.value, projectId: frame.project, position: frame.position });
  }
  await applyOrSplit(await resolveDevices(deps.devices, decodedBatches, closing), upTo);

  /** All or nothing of it is applied; where one frame is to blame, halves are tried until it stands alone. */
  async function applyOrSplit(batches: readonly PlacedBatch[], end: Position): Promise<void> {
    try {
      await deps.profiles.apply(lane, batches, end);
    } catch (cause) {
      if (!isFaultOfData(cause)) throw cause;
      const [only, ...more] = batches;
      if (only === undefined) throw cause;
      if (more.length > 0) {
        const first = batches.slice(0, Math.ceil(batches.length / 2));
        await applyOrSplit(first, first.at(-1)?.position ?? only.position);
        await applyOrSplit(batches.slice(first.length), end);
        return;
      }
      const frame = frames.find(({ position }) => position === only.position);
      if (frame) await aside(frame, "not_applicable", String(cause));
      await deps.profiles.apply(lane, [], end);
    }
  }

  async function aside({ position, project, kind }: Frame, code: string, reason: string): Promise<void> {
    const at = new Date(deps.clock.now()).toISOString();
    await deps.setAside.add({ lane, position, projectId: project, kind, code, reason, at });
  }
}

/** A value that Postgres or we cannot take, not a connection that is gone: tried again, it would fail again. */
function isFaultOfData(cause: unknown): boolean {
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) return true;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^(21|22|23|54)[0-9A-Z]{3}$/.test(code);
}
