import { refreshHookElement } from 'shared/build/refresh-hook';
import { replaceRecord, replaceScriptElements } from '../compose/composed-page';

const policyElement = /<meta http-equiv="Content-Security-Policy"[^>]*>\n?/;

export interface DevParts {
  /** Name of the remote that comes from its dev server. */
  readonly remote: string;
  /** Origin of that dev server. */
  readonly origin: string;
  /** Addresses of the host's development build, in the place of its release. */
  readonly hostScripts: readonly string[];
}

/**
 * Turns a composed page into one for development: one remote from its dev server, the host from its
 * development build, and no policy, since a dev server evaluates code and changes with every edit.
 */
export function toDevPage(html: string, { remote, origin, hostScripts }: DevParts): string {
  // A function, since a text would give `$` in the script a meaning.
  const withHook = html.replace('<head>', (head) => `${head}${refreshHookElement}`);
  const scripts = hostScripts.map((src) => `<script async src="${src}"></script>\n`).join('');
  const withHost = replaceScriptElements(withHook, scripts);
  return replaceRecord(withHost.replace(policyElement, ''), (record) => ({
    ...record,
    preloads: [],
    remotes: {
      ...record.remotes,
      [remote]: { version: 'dev', entry: `${origin}/entry.js`, styles: [] },
    },
  }));
}
