/** Replaces `fetch` with one that returns these responses in order. Calls after the last response never end. */
export function mockResponses(
  ...responses: readonly (() => Promise<Response>)[]
): jest.SpyInstance {
  const remainingResponses = [...responses];
  return jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      () => remainingResponses.shift()?.() ?? new Promise<Response>(() => undefined),
    );
}

export const json = (body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status: 200 }));
export const offline = () => Promise.reject(new TypeError('Failed to fetch'));
