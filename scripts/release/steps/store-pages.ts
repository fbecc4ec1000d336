import { basePathOf, storeComposition } from '../compositions';
import { composedIn, type StepKind } from './step';

export const storing: StepKind<object> = {
  title: () => 'Store the pages',
  async run(_none, run) {
    const { composition, releases, preview } = composedIn(run);
    const { store, compress } = run.tool;
    const basePath = basePathOf(preview);
    const isNew = await storeComposition(store, compress, composition, releases, basePath);
    return { detail: isNew ? composition.id : `${composition.id} is there already` };
  },
};
