import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { forgetContexts } from './async-contexts';

/** Node for unit tests, without what earlier test files leave behind in a process. */
export default class extends NodeEnvironment {
  override async teardown(): Promise<void> {
    forgetContexts();
    await super.teardown();
  }
}
