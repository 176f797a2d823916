/** Whether one of the words holds what is looked for, in capitals or not. Nothing looked for is in all of them. */
export const holdsWord = (words: readonly string[], wanted: string | undefined): boolean =>
  wanted === undefined || words.some((word) => word.toLowerCase().includes(wanted.toLowerCase()));
