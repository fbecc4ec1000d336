import type { Cause, Fault, Handler } from './fault';
import { respond, offline, corrupted, edited, hangs, html, late, pagePath } from './handlers';
import {
  blockStorage,
  inEveryPage,
  injectScripts,
  moveNodes,
  translate,
  wrapHeading,
} from './tampering';

const host = (name: string, handler: Handler): Cause => ({
  on: new RegExp(`^/assets/host/${name}\\.\\w+\\.js$`),
  handler,
});
const inPages = (handler: Handler): Cause => ({ on: pagePath, handler, lasts: true });
const tables = (handler: Handler): Cause => ({ on: /^\/subscription\//, handler });
const create = (handler: Handler): Cause => ({ on: /^\/manager\//, handler });

const withoutScripts: Handler = async (real) => {
  const page = await real();
  const policy = 'sandbox allow-same-origin allow-forms allow-top-navigation allow-popups';
  page.headers.set('content-security-policy', policy);
  return page;
};

/** Creates one plan for the response of the service. */
export function createPlanOption(id: number, name: string, price: unknown) {
  return {
    id,
    subscriptionPlan: name,
    cost: { price },
    previousCost: { price },
    feature: { features: [{ code: 'SSL' }, { code: 'EARLY_ACCESS' }] },
  };
}

/** Creates the response of the service with the prices. */
export const createPlansResponse = (months: unknown[], years: unknown[]) => ({
  freeOption: createPlanOption(1, 'Tray', 0),
  tables: { MONTH: { options: months }, YEAR: { options: years } },
});
const months = [createPlanOption(2, 'Barrow', 1250), createPlanOption(3, 'Pavilion', 4005)];
const monthsOnly = { tables: { MONTH: { options: months } } };
const oddPrices = createPlansResponse(
  [
    createPlanOption(2, 'Barrow', 1250),
    createPlanOption(4, 'Cart', -100),
    createPlanOption(5, 'Van', 0.5),
  ],
  [createPlanOption(6, 'Barrow', 'NaN'), createPlanOption(7, 'Van', null), null, 7],
);
const tenThousand = createPlansResponse(
  Array.from({ length: 10_000 }, (_, id) => createPlanOption(id, `Plan ${id}`, id)),
  months,
);

const asComposed =
  'The page as composed: it can be read, the switch turns, links and anchors lead on.';
const nothing = 'Nothing: everything works.';
const composedPrices = 'The composed prices with their date, and "Try again".';
const signUpFailure = 'The toast "Failed to Register!"; nothing that was typed is lost.';

type Row = [description: string, cause: Cause, expected: string, page?: string];

const rows: Readonly<Record<string, Row>> = {
  'host-404': ['The host’s script is gone (404).', host('main', respond(404)), asComposed],
  'host-corrupted': [
    'One bit of the host’s script is flipped.',
    host('main', corrupted),
    asComposed,
  ],
  'host-hangs': ['The host’s script never comes.', host('main', hangs), asComposed],
  'libraries-404': [
    'The libraries’ script is gone (404).',
    host('libraries', respond(404)),
    asComposed,
  ],
  'pins-damaged': [
    'The pins in the page is not what the host knows.',
    inPages(edited((text) => text.replace('"basePath":""', '"basePath":0'))),
    `${asComposed} The console has the reason.`,
  ],
  'island-404': [
    'The scripts of the contact and subscribe forms are gone at first.',
    host('forms', respond(404)),
    'The forms stand there; what is typed stays, and a submit goes through once the script comes.',
    '/#contact',
  ],
  'footer-404': [
    'The scripts of pages and footer are gone (404).',
    host('(?:pages|footer|landing)', respond(404)),
    nothing,
  ],
  'toasts-404': [
    'What draws toasts is gone, and so is what answers the create call (404).',
    { on: /^\/(?:assets\/host\/toasts\.|manager\/)/, handler: respond(404) },
    signUpFailure,
    '/signup',
  ],
  'storage-blocked': ['Cookies and storage throw.', inPages(inEveryPage(blockStorage)), nothing],
  'scripts-off': [
    'Scripts are off.',
    inPages(withoutScripts),
    `${asComposed} The forms say what they need.`,
  ],
  'page-minified': [
    'A proxy takes white space out of the page.',
    inPages(
      edited((text) =>
        text
          .replace(/\n\s*/g, '')
          .replace(/\s+/g, ' ')
          .replace(/(<(?:style|script)\b[^>]*>) | (?=<\/(?:style|script)>)/g, '$1'),
      ),
    ),
    nothing,
  ],
  'styles-rewritten': [
    'A proxy puts white space into the styles of the page.',
    inPages(edited((text) => text.replace(/(<style[^>]*>)([^<]+)/g, '$1 $2 '))),
    `${nothing} With telemetry the page reports once that it was rewritten.`,
  ],
  'script-rewritten': [
    'A proxy puts white space into the page’s inline script.',
    inPages(edited((text) => text.replace('<script>', '<script> '))),
    asComposed,
  ],
  'slow-network': [
    'Every file comes 2 s late.',
    { on: /^\/assets\//, handler: late },
    `${asComposed} It is hydrated later, and keeps what was typed.`,
  ],
  'extension-before': [
    'An extension changes the heading and the header before the host starts.',
    inPages(inEveryPage(wrapHeading)),
    nothing,
  ],
  translated: [
    'Every text is translated, as browsers do it, again and again.',
    inPages(inEveryPage(translate)),
    nothing,
  ],
  'nodes-moved': [
    'An extension moves the page’s content into an element of its own.',
    inPages(inEveryPage(moveNodes)),
    'Every page can still be reached and read.',
  ],
  'scripts-injected': [
    'Markup brings scripts into the page in every way that a policy was walked around by.',
    { on: /^\/(?:injected\.js)?$/, handler: injectScripts, lasts: true },
    `${nothing} None of them runs.`,
  ],
  'tables-500': ['The tables call answers 500.', tables(respond(500)), composedPrices],
  'tables-hang': ['The tables call never answers.', tables(hangs), composedPrices],
  'tables-offline': ['The tables call finds no network.', tables(offline), composedPrices],
  'tables-html': ['The tables call answers with HTML.', tables(html), composedPrices],
  'tables-malformed': [
    'The tables call answers with JSON that breaks off.',
    tables(respond(200, '{"freeOption":{"subscri')),
    composedPrices,
  ],
  'tables-empty': ['The tables call answers {}.', tables(respond(200)), composedPrices],
  'tables-parts-missing': [
    'The tables call brings months only.',
    tables(respond(200, monthsOnly)),
    'The months that came; the switch says why it is off, or the composed years stay.',
  ],
  'tables-negative': [
    'The tables call brings negative and broken prices.',
    tables(respond(200, oddPrices)),
    'Only what is a price; never NaN.',
  ],
  'tables-10000': [
    'The tables call brings 10,000 options.',
    tables(respond(200, tenThousand)),
    'A first part of them; the page stays usable.',
  ],
  'create-400': ['The create call answers 400.', create(respond(400)), signUpFailure, '/signup'],
  'create-503': ['The create call answers 503.', create(respond(503)), signUpFailure, '/signup'],
  'create-hangs': ['The create call never answers.', create(hangs), signUpFailure, '/signup'],
  'create-offline': [
    'The create call finds no network.',
    create(offline),
    signUpFailure,
    '/signup',
  ],
  'create-odd': [
    'The create call answers 201 with HTML.',
    create(respond(201, '<p>')),
    'The toast "Successfully Register!": the status alone decides.',
    '/signup',
  ],
};

/** Every fault of the host, the services, the network, a browser's settings and extensions. */
export const siteFaults = Object.entries(rows).map(
  ([name, [description, cause, expected, page = '/']]): Fault => ({
    name,
    description,
    cause,
    expected,
    page,
  }),
);
