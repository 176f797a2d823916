/** The start cannot go on for a reason the operator can act on; told as a sentence, without a stack. */
export class StartFailure extends Error {}
