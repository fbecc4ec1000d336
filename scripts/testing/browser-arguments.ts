/**
 * How Chromium is started wherever this project drives it: without a sandbox (containers run as
 * root), and without the calls that it makes home on its own account.
 */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;
