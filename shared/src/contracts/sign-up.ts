/** Path of the create call (POST). remote-signup/README.md describes when it is made and what follows. */
export const createAccountPath = '/manager/api/v1/user-account/public/create';

/**
 * Path of the token call (GET), which sets the cookie with the XSRF token and responds without a body. Needed when no
 * page has set the cookie: pages that a bucket or a CDN serves set none.
 */
export const xsrfTokenPath = '/manager/api/v1/public/xsrf-token';

/** Body of the create call. */
export interface SignUpPayload {
  readonly user: {
    readonly firstName: string;
    readonly lastName: string;
    readonly emailAddress: string;
    readonly password: string;
    readonly repeatPassword: string;
  };
}

/**
 * Maximum lengths in UTF-16 code units, without the spaces around names and addresses. The form shows an error for a
 * longer value, and the service refuses it.
 */
export const signUpLimits = {
  firstName: 100,
  lastName: 100,
  emailAddress: 254,
  password: 256,
  repeatPassword: 256,
} as const satisfies Readonly<Record<keyof SignUpPayload['user'], number>>;

/**
 * Matches the allowed characters of a name. Pages and mails show a name on one line, so control characters, invisible
 * characters and those that reverse the text direction are not allowed. Exceptions are a joiner inside a word or an
 * emoji, and a variation selector.
 */
export const printable =
  /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})|(?<=\p{M})\u200D|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[^\p{Default_Ignorable_Code_Point}\s])\p{Variation_Selector})*$/u;
