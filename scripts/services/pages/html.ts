/** Markup that is safe to send: its values have been escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | readonly Html[] | null | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function render(value: Value): string {
  if (value === null || value === false) return '';
  if (typeof value === 'string') return escape(value);
  if (value instanceof Html) return value.text;
  return value.map((part) => part.text).join('');
}

/** A template whose plain strings are escaped, for text and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map((string, index) => {
    const value = values[index];
    return string + (value === undefined ? '' : render(value));
  });
  return new Html(parts.join(''));
}
