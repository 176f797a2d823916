/** As the server has it; there the last word is said. */
const LENGTH = { least: 8, most: 128 };

export const PASSWORD_HINT = `${LENGTH.least} to ${LENGTH.most} characters.`;

/** For the form's field of a new password. */
export const PASSWORD_RULE = {
  required: "Choose a password.",
  minLength: { value: LENGTH.least, message: `Use at least ${LENGTH.least} characters.` },
  maxLength: { value: LENGTH.most, message: `Use at most ${LENGTH.most} characters.` },
};
