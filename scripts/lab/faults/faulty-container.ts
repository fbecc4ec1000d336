import type { FaultyRelease } from './republish';

/*
 * Code that goes behind a real container: it wraps the real component, so that the prerendered markup
 * still fits it and only the fault is different. Written as text, since it runs in the page.
 */

/** The fault passes with the second "Try again": the first one shows that it can fail again. */
const presses = `
let presses = 0;
window.addEventListener('click', ({ target }) => {
  if (target.closest?.('button')?.textContent === 'Try again') presses += 1;
}, true);
const lasts = () => presses < 2;
`;

function behind(code: (app: string) => string): (app: string) => FaultyRelease {
  return (app) => ({
    app,
    entry: (text) => `${text}\n;(() => {${presses}
const real = window.remote_${app};
let React, jsx, tag;
const shared = (scope, request) => Object.values(scope[request])[0].get()();
const init = (scope) => {
  React = shared(scope, 'react');
  const runtime = shared(scope, 'react/jsx-runtime');
  jsx = (type, props, ...rest) => runtime.jsx(type, props, ...rest);
  const through = (make) => (type, props, ...rest) => make(type, tag ? tag(type, props) : props, ...rest);
  const own = { ...runtime, jsx: through(runtime.jsx), jsxs: through(runtime.jsxs) };
  const version = Object.keys(scope['react/jsx-runtime'])[0];
  const ours = { ...scope, 'react/jsx-runtime': { [version]: { ...scope['react/jsx-runtime'][version], get: () => () => own } } };
  return real.init(ours);
};
${code(app)}})();`,
  });
}

const wrapped = (component: string) =>
  behind(
    (app) => `
const wrap = (Real) => ${component};
const get = async (expose) => {
  const { default: Real } = (await real.get(expose))();
  const Wrapped = wrap(Real);
  return () => ({ default: Wrapped });
};
window.remote_${app} = { init, get };
`,
  );

/** Releases with a fault in their source, for either remote. */
export const faultyReleases = {
  throwsInRender: wrapped(
    `(props) => { if (lasts()) throw new Error('fault in render'); return jsx(Real, props); }`,
  ),
  suspendsForEver: wrapped(
    `(props) => { if (lasts()) { window.faultIsMet = true; throw new Promise(() => {}); } return jsx(Real, props); }`,
  ),
  throwsInEffect: wrapped(
    `(props) => { React.useEffect(() => { if (lasts()) throw new Error('fault in an effect'); }, []); return jsx(Real, props); }`,
  ),
  throwsLater: wrapped(
    `(props) => {
      const [late, setLate] = React.useState(false);
      React.useEffect(() => { const timer = setTimeout(() => setLate(true), 500); return () => clearTimeout(timer); }, []);
      if (late && lasts()) throw new Error('fault in an update');
      return jsx(Real, props);
    }`,
  ),
  throwsInHandler: behind(
    (app) => `
tag = (type, props) => type === 'input'
  ? { ...props, onClick: () => { throw new Error('fault in an event handler'); } }
  : props;
window.remote_${app} = { init, get: (expose) => real.get(expose) };
`,
  ),
  wrongExport: behind(
    (app) => `
window.remote_${app} = { init, get: async (expose) => lasts() ? () => ({ default: 'not a component' }) : real.get(expose) };
`,
  ),
  missingExpose: behind(
    (app) => `
window.remote_${app} = { init, get: (expose) => real.get(lasts() ? './Renamed' : expose) };
`,
  ),
  refusesToStart: behind(
    (app) => `
window.remote_${app} = { init: (scope) => { if (lasts()) throw new Error('fault in init'); return init(scope); }, get: (expose) => real.get(expose) };
`,
  ),
  registersNothing: (app: string): FaultyRelease => ({
    app,
    entry: (text) =>
      `${text}\n;(() => { window.faultRuns = (window.faultRuns ?? 0) + 1; if (window.faultRuns < 3) delete window.remote_${app}; })();`,
  }),
} as const;
