/**
 * The library's class without its front door: that one prints a warning on Node 20, which this site
 * supports and runs its tests on.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
