export { createFlagsRoom, type FlagsRoom, type FlagsRoomOptions } from "./create-flags-room.ts";
export { type CompiledFlag, compileFlag } from "./evaluation/compile-flag.ts";
export { evaluateFlags, type FlagContext } from "./evaluation/evaluate.ts";
export { type FlagsStore, flagsStore } from "./flags-store.ts";
export { type Fault, faultOfVariants } from "./manage/check-ruleset.ts";
export { flagExample } from "./manage/example.ts";
export { FlagView, toFlagView } from "./manage/flag-view.ts";
export { TagList, VariantList } from "./manage/flag-wire.ts";
export type { Author, Flag, FlagVariant, Ruleset } from "./types.ts";
