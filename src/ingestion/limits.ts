/** The bounds on what one request and one record may hold. The public service's numbers; each can be set otherwise. */
export type Limits = {
  eventsMax: number;
  bodyMaxBytes: number;
  eventMaxBytes: number;
  propertiesMax: number;
  keysMax: number;
  listMax: number;
  depthMax: number;
  nameMaxCharacters: number;
  idMaxBytes: number;
  insertIdMaxBytes: number;
  /** A list or object on one property beyond this is kept and noted. */
  largeValueBytes: number;
  /**
   * Given at doors for what happens now: nothing older is taken, and an event without a time happened when it arrived. Undefined at
   * doors that take history.
   */
  ageMaxMs?: number | undefined;
};

export const DEFAULT_LIMITS: Limits = {
  eventsMax: 2000,
  bodyMaxBytes: 10_485_760,
  eventMaxBytes: 1_048_576,
  propertiesMax: 255,
  keysMax: 255,
  listMax: 255,
  depthMax: 3,
  nameMaxCharacters: 255,
  idMaxBytes: 255,
  insertIdMaxBytes: 36,
  largeValueBytes: 8192,
};
