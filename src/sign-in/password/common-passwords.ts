/** 18,000 of the most common passwords have the length we ask for; the list is loaded when a password is chosen, not before. */
let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether attackers would try it early: the list comes from passwords that leaked elsewhere, in lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.normalize("NFKC").toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
