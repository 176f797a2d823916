const LENGTH_MAX = 200;
const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[\d{1,10}\]|\["[\w$]{1,50}"\]|\['[\w$]{1,50}'\])*$/;

/** What the oldest clients send when they want no call at all. */
const NOTHING = "(function(){})";

/** The function a script asks to be called, when it is a name and nothing but a name: it goes into a script as it is. */
export function readCallback(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (given === NOTHING) return given;
  return given.length <= LENGTH_MAX && NAME.test(given) ? given : undefined;
}

/** U+2028 and U+2029 end a line in older scripts, and `<` could end the script element; in JSON text each has another spelling. */
export const callWith = (callback: string, value: unknown): string =>
  `${callback}(${JSON.stringify(value).replace(/[<\u2028\u2029]/g, spellOut)});`;

const spellOut = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
