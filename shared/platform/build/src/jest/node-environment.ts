import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { forgetContexts } from './async-contexts';
import { removeTemporaryFolders } from './temporary-folder';

/** Node for unit tests. Removes the contexts and temporary folders that a test file leaves behind. */
export default class extends NodeEnvironment {
  override async teardown(): Promise<void> {
    forgetContexts();
    removeTemporaryFolders();
    await super.teardown();
  }
}
