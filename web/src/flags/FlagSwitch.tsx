import { useProject } from "../app/useProject.ts";
import { Switch } from "../ui/Switch.tsx";
import { toast } from "../ui/toast.ts";
import { bodyOf, replaceFlag } from "./changes.ts";
import type { Flag } from "./queries.ts";
import { useFlagChange } from "./useFlagChange.ts";

/** On or off, from the next request on; the way back stands in the message. */
export function FlagSwitch({ flag }: { flag: Flag }) {
  const { whyNot } = useProject();
  const change = useFlagChange((place, { from, status }: { from: Flag; status: "enabled" | "disabled" }) =>
    replaceFlag(place, from, { ...bodyOf(from), status }),
  );
  const set = (from: Flag, status: "enabled" | "disabled", isUndo = false) =>
    change.mutate(
      { from, status },
      {
        onSuccess: (now) =>
          toast(
            `“${flag.key}” is ${status === "enabled" ? "on" : "off"}`,
            isUndo ? {} : { undo: () => set(now, status === "enabled" ? "disabled" : "enabled", true) },
          ),
        onError: (cause) => toast(cause.message, { tone: "bad" }),
      },
    );
  const isOn = flag.status === "enabled";
  return (
    <Switch
      checked={isOn}
      label={<span className="sr-only">{`Serve the flag ${flag.key}`}</span>}
      disabledReason={change.isPending ? "A moment …" : whyNot("flags:write")}
      onChange={(on) => set(flag, on ? "enabled" : "disabled")}
      data-testid="flags.switch"
    />
  );
}
