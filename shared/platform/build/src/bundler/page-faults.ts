import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { hideFault, showFaults } from './show-faults.mjs';

/** Module id → function. Its text contains an `eval` of the module's code, which ends with an inline source map. */
declare const __webpack_modules__: Readonly<Record<string, unknown>>;
/** The address of the dev server, with a trailing slash. */
declare const __webpack_public_path__: string;

function mapOf(id: string): TraceMap | null {
  const text = String(__webpack_modules__[id]);
  const [, encoded] = /sourceMappingURL=data:[^,]+,([\w+/=]+)/.exec(text) ?? [];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  return new TraceMap(new TextDecoder().decode(bytes));
}

/**
 * Rewrites the positions in a stack: `webpack-internal:///./src/Section.tsx:51:15` becomes `src/Section.tsx:36`.
 * Browsers apply source maps only in their developer tools.
 */
const withSources = (stack: string) =>
  stack.replace(
    /webpack-internal:\/\/\/([^\s():]+):(\d+):(\d+)/g,
    (frame: string, id: string, line, column) => {
      const map = mapOf(id);
      const position =
        map && originalPositionFor(map, { line: Number(line), column: Number(column) });
      if (!position?.source) return frame;
      const source = position.source.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '');
      return `${source.replace(/\?.*/, '')}:${position.line}`;
    },
  );

declare global {
  interface Window {
    /** Rewrites a stack to source positions. Each bundle of the page adds the positions of its own modules. */
    nameSources?: (stack: string) => string;
  }
}

const nameOtherSources = window.nameSources;
window.nameSources = (stack) => withSources(nameOtherSources?.(stack) ?? stack);

/** The first position in a stack outside libraries, such as ` (src/Section.tsx:36)`, or '' without one. */
function positionIn(stack: string): string {
  const frames = window.nameSources?.(stack).matchAll(/(?:[(@]|at )([^\s()@]+\.[cm]?[jt]sx?:\d+)/g);
  const positions = [...(frames ?? [])].map(([, position = '']) => position);
  const ownPosition = positions.find((position) => !/node_modules|^webpack/.test(position));
  return ownPosition === undefined ? '' : ` (${ownPosition})`;
}

const joinModules = () => Object.values(__webpack_modules__).join('');
let code = joinModules();
// The type checker also causes updates, without changed modules. Those do not fix a fault.
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status !== 'idle') return;
  const previousCode = code;
  code = joinModules();
  if (code !== previousCode) hideFault();
});

// The first bundle of the page reports the faults of all bundles.
if (nameOtherSources === undefined)
  showFaults((fault, stack) => {
    const sentence = fault + positionIn(stack);
    navigator.sendBeacon(`${__webpack_public_path__}faults`, sentence);
    return sentence;
  });
