import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

/**
 * Renders a React node to markup, and waits for everything in it that suspends.
 * @param identifierPrefix the same prefix that the root in the browser has
 * @throws the first error of a component: React would otherwise leave that component to the browser
 */
export async function renderMarkup(node: ReactNode, identifierPrefix = ''): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    identifierPrefix,
    onError: (error) => {
      errors.push(error);
    },
    // Keeps Suspense boundaries of any size in place: React moves larger ones in by inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  const decoder = new TextDecoder();
  let markup = '';
  for await (const chunk of prelude) markup += decoder.decode(chunk, { stream: true });
  if (errors.length > 0) throw errors[0];
  return markup;
}

/** Returns whether markup shows a visitor anything: text, an image or a field. */
export function hasContent(markup: string): boolean {
  return /<(?:svg|img|input)\b/.test(markup) || markup.replace(/<[^<>]*>/g, '').trim() !== '';
}
