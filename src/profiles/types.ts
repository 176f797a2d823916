/** Whom a profile is of: a person (`groupKey` is empty) or a group. */
export type ProfileKey = { groupKey: string; id: string };

export type Properties = Readonly<Record<string, unknown>>;

/** One record of a client, checked: what it does to one profile, and as of when. */
export type ProfileUpdate = ProfileKey & {
  timeMs: number;
  /** Whether it says that somebody was seen. */
  touches: boolean;
  /** Whether an update to a device that has become a person's goes to that person. */
  followsLinks: boolean;
  /** Takes the whole profile away; the other operators are then not looked at. */
  delete?: true | undefined;
  setOnce?: Properties | undefined;
  set?: Properties | undefined;
  add?: Properties | undefined;
  append?: Properties | undefined;
  union?: Readonly<Record<string, readonly unknown[]>> | undefined;
  remove?: Properties | undefined;
  unset?: readonly string[] | undefined;
};

export type Profile = {
  /** False: there is no profile, only the memory of what was taken away. */
  isPresent: boolean;
  /** Ours to change. Names such as `__proto__` are own keys like any other. */
  values: Record<string, unknown>;
  /** When the values were true, those apart that have a time of their own. */
  asOfMs: number;
  /** Values of another time; and names without a value: they were taken away then, and nothing older may bring them back. */
  times: Map<string, number>;
  /** Whatever is older was deleted. */
  deletedMs: number | undefined;
  /** About how much JSON the values are. */
  bytes: number;
};

/** Why a part of an accepted update has no effect. Only the stored profile can tell, so the door cannot. */
export const SKIPS = [
  "add_to_other_type",
  "number_out_of_range",
  "too_many_properties",
  "value_too_large",
  "profile_too_large",
  "older_than_stored",
] as const;
export type SkipCode = (typeof SKIPS)[number];

export type ProfileLimits = {
  /** Properties of one profile. */
  propertiesMax: number;
  /** One list or object. */
  valueMaxBytes: number;
  /** All values together: every update reads and writes the whole profile. */
  profileMaxBytes: number;
};

export const PROFILE_LIMITS: ProfileLimits = {
  propertiesMax: 2000,
  valueMaxBytes: 256 * 1024,
  profileMaxBytes: 1024 * 1024,
};

export const newProfile = (): Profile => ({
  isPresent: false,
  values: {},
  asOfMs: 0,
  times: new Map(),
  deletedMs: undefined,
  bytes: 2,
});
