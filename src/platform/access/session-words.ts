/** What a browser whose session does not count is told, by whichever door it came. */
export const SESSION_ENDED = "Your session has ended, or there was none: sign in again.";
export const FOREIGN_PAGE =
  "A browser's session changes things only from this server's own pages: send the header 'x-tributary-ui: 1' from the same origin, or a service account's credentials.";
export const SECOND_FACTOR_REQUIRED =
  "This organization requires a second factor. Set up an authenticator app under Your account, or sign in with a passkey.";
