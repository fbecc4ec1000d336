import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** The bundler’s modules: id → a function whose text evaluates a script with its source map at the end. */
declare const __webpack_modules__: Readonly<Record<string, unknown>>;
/** Address of the dev server, with a slash at its end. */
declare const __webpack_public_path__: string;

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
      const position =
        map && originalPositionFor(map, { line: Number(line), column: Number(column) });
      if (!position?.source) return place;
      return `${position.source.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '').replace(/\?.*/, '')}:${position.line}`;
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

const shownCauses = new Set<string>();

/** Tells a fault once in a second: React renders a failed component again at once. */
function tell(what: string, cause: string): void {
  if (shownCauses.has(cause)) return;
  shownCauses.add(cause);
  setTimeout(() => shownCauses.delete(cause), 1000);
  navigator.sendBeacon(`${__webpack_public_path__}faults`, what + cause);
}

addEventListener('error', ({ error, message }) =>
  tell('', error instanceof Error ? `${error.name}: ${error.message}` : message),
);
// Faults that a boundary of the host has caught, in its words.
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.name.startsWith('composed:failed:') || !('detail' in entry)) continue;
    const { app, expose, stage, cause } = Object(entry.detail) as Record<string, unknown>;
    tell(`${String(app)} ${String(expose)}: ${String(stage)} failed: `, String(cause));
  }
}).observe({ type: 'mark', buffered: true });
