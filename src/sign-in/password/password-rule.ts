import { isCommonPassword } from "./common-passwords.ts";

/** No rules about kinds of characters: they make members choose worse ones. */
export const PASSWORD_LENGTH = { least: 8, most: 128 };

export type PasswordFailure = { code: "password_length" } | { code: "password_common" };

export async function findPasswordFault(password: string): Promise<PasswordFailure | undefined> {
  if (password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most)
    return { code: "password_length" };
  return (await isCommonPassword(password)) ? { code: "password_common" } : undefined;
}

export const explainPassword = (field: string, { code }: PasswordFailure): string =>
  code === "password_length"
    ? `${field}: must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`
    : `${field}: is one of the most common passwords. Choose another, such as a few unrelated words.`;
