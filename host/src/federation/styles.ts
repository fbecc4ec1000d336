import type { RemoteRecord } from 'shared/contracts/release-record';

/** Milliseconds after which a remote is shown without waiting longer for its style sheet. */
const styleTimeLimit = 5000;

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
    const timer = setTimeout(() => fail('did not arrive in time'), styleTimeLimit);
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

/**
 * Puts a remote's style sheets into the page before its first insertion. Those that compose inlined
 * are there already; the remote's own chunk loader finds either kind and does not fetch again.
 */
export async function ensureStyles(remote: RemoteRecord): Promise<void> {
  const missing = remote.styles.filter(({ href }) => !isPresent(href));
  await Promise.all(missing.map(({ href, integrity }) => addStyleSheet(href, integrity)));
}
