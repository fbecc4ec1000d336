import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { hideFault, showFaults } from './show-faults.mjs';

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
    (frame: string, id: string, line, column) => {
      const map = mapOf(id);
      const position =
        map && originalPositionFor(map, { line: Number(line), column: Number(column) });
      if (!position?.source) return frame;
      return `${position.source.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '').replace(/\?.*/, '')}:${position.line}`;
    },
  );

declare global {
  interface Window {
    /** A stack with the sources' names and lines; each bundle of the page knows those of its own modules. */
    nameSources?: (stack: string) => string;
  }
}

const ofOthers = window.nameSources;
window.nameSources = (stack) => withSources(ofOthers?.(stack) ?? stack);

/** ` (src/Section.tsx:36)`: the first line of a stack that is no library's; '' where there is none. */
function positionIn(stack: string): string {
  const frames = window.nameSources?.(stack).matchAll(/(?:[(@]|at )([^\s()@]+\.[cm]?[jt]sx?:\d+)/g);
  const positions = [...(frames ?? [])].map(([, position = '']) => position);
  const ownPosition = positions.find((position) => !/node_modules|^webpack/.test(position));
  return ownPosition === undefined ? '' : ` (${ownPosition})`;
}

const codeOfAll = () => Object.values(__webpack_modules__).join('');
let code = codeOfAll();
// An update without changed modules comes from a check of types.
import.meta.webpackHot?.addStatusHandler((status) => {
  if (status !== 'idle') return;
  const before = code;
  code = codeOfAll();
  if (code !== before) hideFault();
});

// With several bundles in a page, the first one reports the faults of all.
if (ofOthers === undefined)
  showFaults((fault, stack) => {
    const sentence = fault + positionIn(stack);
    navigator.sendBeacon(`${__webpack_public_path__}faults`, sentence);
    return sentence;
  });
