import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chosenBrowser } from '@composed/command/installed-software.mjs';

/** Blocks every way to a network that bypasses requests: names, addresses, and connections to peers (WebRTC). */
const noNetwork = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=socks5://nothing.invalid:1',
  // By default, addresses of this machine bypass the proxy.
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

/** The browser gets no variables of the publisher but the paths of programs and fonts, and a home folder of its own. */
function createEnvironment(home: string): Record<string, string> {
  const { PATH = '', FONTCONFIG_PATH } = process.env;
  const folders = { HOME: home, TMPDIR: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
  return { PATH, ...folders, TZ: 'UTC', ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }) };
}

/**
 * Starts a browser for unreviewed pages: without the publisher's environment, without a network, and in the browser's
 * own sandbox unless the account is root, which cannot use it.
 * @returns the browser, whether it runs in its sandbox, and `end`, which ends it; null if there is no browser
 */
export async function openConfinedBrowser() {
  const { chromium } = await import('playwright-core');
  const executablePath = chosenBrowser();
  const home = await mkdtemp(path.join(tmpdir(), 'confined-browser-'));
  const start = (chromiumSandbox: boolean) =>
    chromium.launchServer({
      ...(executablePath && { executablePath }),
      chromiumSandbox,
      args: noNetwork,
      env: createEnvironment(home),
      host: '127.0.0.1',
    });
  const sandboxed = process.getuid?.() === 0 ? null : await start(true).catch(() => null);
  const server = sandboxed ?? (await start(false).catch(() => null));
  const end = async () => {
    // Kills the whole process group, since a page whose script never stops does not answer.
    await server?.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const browser = server && (await chromium.connect(server.wsEndpoint()));
    if (browser) return { browser, isSandboxed: sandboxed !== null, end };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return null;
}
