import type { Step } from './steps';
import { formatCount } from './reports/format';

/** The title of a step, for people. */
export function describe(step: Step): string {
  switch (step.do) {
    case 'upload':
      return `Upload ${step.app} ${step.version}`;
    case 'check':
      return `Check ${step.app} ${step.version} against its hashes`;
    case 'compose':
      return `Compose ${step.preview === null ? 'the pages' : `/preview/${step.preview}/`} from ${tellSet(step.releases)}`;
    case 'weigh':
      return 'Weigh it against the budget';
    case 'store-pages':
      return 'Store the pages';
    case 'record':
      return `Record the ${step.entry.action}`;
    case 'record-removal':
      return `Record that the preview ${step.preview} goes`;
    case 'record-pruning':
      return `Record which ${formatCount(step.keys.length, 'file')} must go`;
    case 'follow':
      return step.what;
    case 'remove':
      return `Remove ${step.summary}`;
  }
}

/** Up to four releases by name, more by number. */
function tellSet(releases: Readonly<Record<string, string>>): string {
  const all = Object.entries(releases);
  if (all.length > 4) return formatCount(all.length, 'release');
  return all.map(([app, version]) => `${app} ${version}`).join(', ');
}
