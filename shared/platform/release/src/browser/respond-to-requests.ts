import { messageOf } from '@composed/command/format';
import type { BrowserContext } from 'playwright-core';
import { testOrigin, type servePages } from './serve-pages';
import { createPageTestState } from './smoke-test-page';

export type Respond = ReturnType<typeof servePages>['respond'];

/**
 * Responds to the requests of a browser, each for the current visit.
 * @returns `beginVisit`, which begins the next visit; `throwProblem`, which throws an error of `respond`, if there was any
 */
export async function respondToRequests(context: BrowserContext, respond: Respond) {
  const problems: Error[] = [];
  let visit = createPageTestState();
  await context.route('**/*', async (route) => {
    const current = visit;
    const request = route.request();
    const { origin: target, pathname } = new URL(request.url());
    current.waiting += 1;
    const isBlocked = current.stage !== 'opened' && request.isNavigationRequest();
    const isOfSite = target === testOrigin && !isBlocked;
    const response = isOfSite
      ? await respond(request).catch((error: unknown) => {
          problems.push(new Error(messageOf(error), { cause: error }));
          return undefined;
        })
      : undefined;
    const isService = !response || (response.status === 404 && !pathname.startsWith('/assets/'));
    if (current.stage === 'pressed' && isService) current.isUnanswered = true;
    const done = response ? route.fulfill(response) : route.abort('aborted');
    // The page may have been closed.
    await done.catch(() => undefined);
    current.waiting -= 1;
  });
  return {
    beginVisit: () => {
      visit = createPageTestState();
      return visit;
    },
    throwProblem: () => {
      const [problem] = problems;
      if (problem) throw problem;
    },
  };
}
