import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** The bundler’s modules: id → a function whose text evaluates a script with its source map at the end. */
declare const __webpack_modules__: Readonly<Record<string, unknown>>;

function mapOf(id: string): TraceMap | null {
  const text = String(__webpack_modules__[id]);
  const [, encoded] = /sourceMappingURL=data:[^,]+,([\w+/=]+)/.exec(text) ?? [];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  return new TraceMap(new TextDecoder().decode(bytes));
}

/** `webpack-internal:///./src/Section.tsx:51:15` → `src/Section.tsx:36`: a browser applies maps in its tools alone. */
const withSources = (stack: string) =>
  stack.replace(
    /webpack-internal:\/\/\/([^\s():]+):(\d+):(\d+)/g,
    (place: string, id: string, line, column) => {
      const map = mapOf(id);
      const found = map && originalPositionFor(map, { line: Number(line), column: Number(column) });
      if (!found?.source) return place;
      return `${found.source.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '').replace(/\?.*/, '')}:${found.line}`;
    },
  );

declare global {
  interface Window {
    /** Puts the sources' names and lines into the stack of an error. */
    nameSources: (error: Error) => void;
  }
}

window.nameSources = (error) => {
  if (error.stack) error.stack = withSources(error.stack);
};
