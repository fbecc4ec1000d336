import { compose } from '../../platform/compose/compose';
import { composeSite } from '../../platform/release/compositions';
import { readLedger } from '../../platform/release/ledger';
import { FolderStore } from '../../platform/release/stores/folder-store';
import { runCommand } from '../../platform/terminal';

/* Composes what is live in a folder from its releases of the apps that are named, if any are; stores nothing. */
runCommand(async ([siteDir = '', ...apps]) => {
  const store = new FolderStore(siteDir);
  const { live } = await readLedger(store);
  if (!live) throw new Error(`Nothing is live in ${siteDir}.`);
  const releases = Object.fromEntries(apps.map((app) => [app, live.releases[app] ?? '']));
  if (apps.length > 0) await composeSite({ store, compose }, { ...live, releases, preview: null });
});
