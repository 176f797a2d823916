/** Takes any name, `__proto__` as well: what has no prototype has no such door to it. */
export const emptyRecord = (): Record<string, unknown> => Object.create(null);
