import { messageOf } from '@composed/command/format';
import type { BrowserContext } from 'playwright-core';
import { testOrigin, type servePages } from './serve-pages';
import { createPageTestState } from './leave-and-return';

export type Respond = ReturnType<typeof servePages>['respond'];

/**
 * Responds to the requests of a browser, and counts them in the state of the current page.
 * @returns `beginPage`, which begins the state of the next page; `throwProblem`, which throws an error of `respond`, if there was any
 */
export async function respondToRequests(context: BrowserContext, respond: Respond) {
  const problems: Error[] = [];
  let state = createPageTestState();
  await context.route('**/*', async (route) => {
    const current = state;
    const request = route.request();
    const { origin: target, pathname } = new URL(request.url());
    current.waiting += 1;
    const isBlocked = current.stage !== 'opening' && request.isNavigationRequest();
    const isOfSite = target === testOrigin && !isBlocked;
    const response = isOfSite
      ? await respond(request).catch((error: unknown) => {
          problems.push(new Error(messageOf(error), { cause: error }));
          return undefined;
        })
      : undefined;
    const isService = !response || (response.status === 404 && !pathname.startsWith('/assets/'));
    if (current.stage === 'pressing' && isService) current.isUnanswered = true;
    const done = response ? route.fulfill(response) : route.abort('aborted');
    // The page may have been closed.
    await done.catch(() => undefined);
    current.waiting -= 1;
  });
  return {
    beginPage: () => {
      state = createPageTestState();
      return state;
    },
    throwProblem: () => {
      const [problem] = problems;
      if (problem) throw problem;
    },
  };
}
