/** POST, root-relative; remote-signup/README.md says when and what follows. */
export const createAccountPath = '/manager/api/v1/user-account/public/create';

/**
 * GET, root-relative: an empty response that sets the cookie with the cross-site-request-forgery token. Asked for only
 * where no page has set it: pages that a bucket or a CDN serves set no cookie.
 */
export const xsrfTokenPath = '/manager/api/v1/public/xsrf-token';

/** The whole body of the create call. */
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
 * Longest accepted values, in UTF-16 code units; names and address without the blanks around them. The form’s
 * fields hold no more and say so; the service refuses more.
 */
export const signUpLimits = {
  firstName: 100,
  lastName: 100,
  emailAddress: 254,
  password: 256,
  repeatPassword: 256,
} as const satisfies Readonly<Record<keyof SignUpPayload['user'], number>>;

/**
 * Characters of a name. Pages and mails show it on one line, so it has no control characters, and no invisible
 * character that hides in it or reverses the text after it. A joiner within a word or an emoji, and a variation
 * selector, are allowed.
 */
export const printable =
  /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=[\p{L}\p{M}])[\u200C\u200D](?=\p{L})|(?<=\p{M})\u200D|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[^\p{Default_Ignorable_Code_Point}\s])\p{Variation_Selector})*$/u;
