/** Length alone: rules about kinds of characters make people choose worse ones. */
export const PASSWORD_LENGTH = { least: 8, most: 128 };

export type PasswordFailure = { code: "password_length" };

export const fitsPassword = (password: string): boolean =>
  password.length >= PASSWORD_LENGTH.least && password.length <= PASSWORD_LENGTH.most;

export const sayPasswordLength = (field: string): string =>
  `${field}: must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`;
