import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { forgetContexts } from './async-contexts';
import { removeTemporaryFolders } from './temporary-folder';

/** Node for unit tests, without what earlier test files leave behind in a process and on the disk. */
export default class extends NodeEnvironment {
  override async teardown(): Promise<void> {
    forgetContexts();
    removeTemporaryFolders();
    await super.teardown();
  }
}
