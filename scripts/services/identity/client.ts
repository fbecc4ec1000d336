/** The provider's mount point and the store UI's part in it: both ends read the same facts. */
export const identityPath = '/identity';

export const storeUiClient = {
  id: 'store-ui',
  /** Where `/redirect/internal` leads; the name is part of the specification (section 2). */
  startPath: '/oauth2/authorization/keycloak',
  callbackPath: '/login/oauth2/code/keycloak',
  scope: 'openid profile',
} as const;

/** @param publicUrl origin of the site */
export function issuerOf(publicUrl: string): string {
  return `${publicUrl}${identityPath}`;
}
