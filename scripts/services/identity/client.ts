/** The provider's mount point and the store UI's part in it: both ends read the same facts. */
export const identityPath = '/identity';

export const storeUiClient = {
  id: 'store-ui',
  /** Where `/redirect/internal` leads, as the links of the site have it. */
  startPath: '/oauth2/authorization/keycloak',
  callbackPath: '/login/oauth2/code/keycloak',
  scope: 'openid profile',
  storePath: '/store',
  signOutPath: '/store/sign-out',
} as const;

/** Of the sign-in page's form, for one interaction. */
export const signInPathOf = (uid: string) => `${identityPath}/sign-in/${uid}`;

/** No connection has this address, and no header can claim it: the store UI's calls inside this process. */
export const insideAddress = 'inside';

/**
 * The cookies of the sign-in. Over TLS a browser takes those with `__Host-` from this host alone; the two
 * that belong to one address, so that a second tab does not end the sign-in of the first, can have no more
 * than `__Secure-`.
 */
export function cookieNames(secure: boolean) {
  const host = secure ? '__Host-' : '';
  const ofOneAddress = secure ? '__Secure-' : '';
  return {
    session: `${host}identity_session`,
    interaction: `${ofOneAddress}identity_interaction`,
    resume: `${ofOneAddress}identity_resume`,
    storeSignIn: `${host}store_sign_in`,
    storeSession: `${host}store_session`,
  };
}

/** @param publicUrl origin of the site */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}${identityPath}`;
}
