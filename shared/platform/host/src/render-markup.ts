import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

/**
 * Renders to markup, waiting for everything in it.
 * @param identifierPrefix as the root in the browser has it
 * @throws an error of a component: no part of the markup is left to the browser
 */
export async function renderMarkup(node: ReactNode, identifierPrefix = ''): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    identifierPrefix,
    onError: (error) => {
      errors.push(error);
    },
    // Boundaries of any size stay in their place: moving them in would need inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  const decoder = new TextDecoder();
  let markup = '';
  for await (const chunk of prelude) markup += decoder.decode(chunk, { stream: true });
  if (errors.length > 0) throw errors[0];
  return markup;
}

/** Markup that shows a visitor something: text, or at least a picture or a field. */
export function hasContent(markup: string): boolean {
  return /<(?:svg|img|input)\b/.test(markup) || markup.replace(/<[^<>]*>/g, '').trim() !== '';
}
