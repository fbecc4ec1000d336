import type { RemoteRecord } from 'shared/contracts/release-record';

/** Milliseconds after which a style sheet that neither loads nor fails counts as failed. */
const styleTimeout = 5000;

function isPresent(href: string): boolean {
  const tags = document.querySelectorAll('style[data-href], link[rel="stylesheet"]');
  return [...tags].some(
    (tag) => (tag.getAttribute('data-href') ?? tag.getAttribute('href')) === href,
  );
}

function addStyleSheet(href: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const fail = (reason: string) => {
      clearTimeout(timer);
      link.remove();
      reject(new Error(`the style sheet ${href} ${reason}`));
    };
    const timer = setTimeout(() => fail('did not arrive in time'), styleTimeout);
    link.rel = 'stylesheet';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.href = href;
    link.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    link.onerror = () => fail('could not be loaded or was refused');
    document.head.append(link);
  });
}

/** Style sheets on their way, by address. */
const arriving = new Map<string, Promise<void>>();

async function ensureStyle(href: string, integrity: string): Promise<void> {
  if (!arriving.has(href) && !isPresent(href)) {
    const arrival = addStyleSheet(href, integrity);
    arriving.set(
      href,
      arrival.finally(() => arriving.delete(href)),
    );
  }
  await arriving.get(href);
}

/**
 * Puts a remote's style sheets into the page, but for those that compose has inlined. Await it before the
 * remote loads a chunk: the chunk loader fetches every sheet that it does not find, without integrity.
 * @throws Error when one of them fails, is refused or does not come in time; a later call tries again
 */
export async function ensureStyles(remote: RemoteRecord): Promise<void> {
  await Promise.all(remote.styles.map(({ href, integrity }) => ensureStyle(href, integrity)));
}
