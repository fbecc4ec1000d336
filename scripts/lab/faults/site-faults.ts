import { option } from '../../testing/plan-tables';
import { paths, type Fault } from './fault';
import * as answers from './handlers';
import { edited, json, late, status, withHeader, type Handler } from './handlers';
import { blockStorage, inEveryPage, moveNodes, translate, wrapHeading } from './tampering';

const { away, corrupted, hangs, html } = answers;
const host = (name: string, handler: Handler) => [{ on: paths.host(name), handler }];
const pages = (handler: Handler) => [{ on: paths.pages, handler }];

const asComposed =
  'The page as composed: it can be read, the switch turns, links and anchors lead on.';
const nothing = 'Nothing: everything works.';
const composedPrices = 'The composed prices with their date, and "Try again".';
const signUpFailure = 'The toast "Failed to Register!"; nothing that was typed is lost.';

const damagedRecord = edited((text) => text.replace('"basePath":""', '"basePath":0'));
const withoutScripts = withHeader(
  'content-security-policy',
  'sandbox allow-same-origin allow-top-navigation allow-popups',
);
const repairable = { ends: 'when repaired' } as const;

type SiteRow = [broken: string, rules: Fault['rules'], seen?: string, more?: Partial<Fault>];

/** Faults of the host, the network, a browser's settings and extensions, on the landing page; they last. */
const site: Readonly<Record<string, SiteRow>> = {
  'host-404': ['The host’s script is gone (404).', host('main', status(404))],
  'host-corrupted': ['One bit of the host’s script is flipped.', host('main', corrupted)],
  'host-hangs': ['The host’s script never comes.', host('main', hangs)],
  'libraries-404': ['The libraries’ script is gone (404).', host('libraries', status(404))],
  'record-damaged': [
    'The release record in the page is not what the host knows.',
    pages(damagedRecord),
    `${asComposed} The console has the reason.`,
  ],
  'island-404': [
    'The scripts of the contact and subscribe forms are gone at first.',
    host('forms', status(404)),
    'The forms stand there; what is typed stays, and a submit goes through once the script comes.',
    { page: '/#contact', ...repairable },
  ],
  'footer-404': [
    'The scripts of pages and footer are gone (404).',
    host('(?:pages|footer|landing)', status(404)),
    nothing,
    repairable,
  ],
  'toasts-404': [
    'What draws toasts is gone (404), and the create call fails.',
    [...host('toasts', status(404)), { on: paths.create, handler: status(500) }],
    signUpFailure,
    { page: '/signup' },
  ],
  'storage-blocked': ['Cookies and storage throw.', pages(inEveryPage(blockStorage)), nothing],
  'scripts-off': [
    'Scripts are off.',
    pages(withoutScripts),
    `${asComposed} The forms say what they need.`,
  ],
  'slow-network': [
    'Every file comes 2 s late.',
    [{ on: paths.assets, handler: late(2000) }],
    `${asComposed} It is hydrated later, and keeps what was typed.`,
  ],
  'extension-before': [
    'An extension changes the heading and the header before the host starts.',
    pages(inEveryPage(wrapHeading)),
    nothing,
  ],
  translated: [
    'Every text is translated, as browsers do it, again and again.',
    pages(inEveryPage(translate)),
    nothing,
  ],
  'nodes-moved': [
    'An extension moves the page’s content into an element of its own.',
    pages(inEveryPage(moveNodes)),
    'Every page can still be reached and read.',
  ],
};

const free = option(1, 'Tray', 0);
const months = [option(2, 'Barrow', 1250), option(3, 'Pavilion', 4005)];
const oddPrices = {
  freeOption: free,
  tables: {
    MONTH: { options: [option(2, 'Barrow', 1250), option(4, 'Cart', -100), option(5, 'Van', 0.5)] },
    YEAR: { options: [option(6, 'Barrow', 'NaN'), option(7, 'Van', null), null, 7] },
  },
};
const tenThousand = {
  freeOption: free,
  tables: {
    MONTH: { options: Array.from({ length: 10_000 }, (_, id) => option(id, `Plan ${id}`, id)) },
    YEAR: { options: months },
  },
};

type CallRow = [does: string, handler: Handler, seen?: string];

const tablesCall: Readonly<Record<string, CallRow>> = {
  500: ['answers 500', status(500)],
  hang: ['never answers', hangs],
  away: ['finds no network', away],
  html: ['answers with HTML', html],
  malformed: ['answers with JSON that breaks off', json('{"freeOption":{"subscri')],
  empty: ['answers {}', json({})],
  'parts-missing': [
    'brings months only',
    json({ tables: { MONTH: { options: months } } }),
    'The months that came; the switch says why it is off, or the composed years stay.',
  ],
  negative: [
    'brings negative and broken prices',
    json(oddPrices),
    'Only what is a price; never NaN.',
  ],
  10000: [
    'brings 10,000 options',
    json(tenThousand),
    'A first part of them; the page stays usable.',
  ],
};

const createCall: Readonly<Record<string, CallRow>> = {
  400: ['answers 400', json({ reason: 'no' }, 400)],
  503: ['answers 503', status(503)],
  hangs: ['never answers (limit 30 s)', hangs],
  away: ['finds no network', away],
  odd: [
    'answers 201 with HTML',
    json('<p>', 201),
    'The toast "Successfully Register!": the status alone decides.',
  ],
};

/** Every fault of the host, the services, the network, a browser's settings and extensions. */
export const siteFaults: readonly Fault[] = [
  ...Object.entries(site).map(([name, [broken, rules, seen = asComposed, more]]): Fault => ({
    ...{ name, broken, seen, rules, page: '/', ends: 'never' },
    ...more,
  })),
  ...Object.entries(tablesCall).map(([name, [does, handler, seen = composedPrices]]): Fault => ({
    ...{ name: `tables-${name}`, broken: `The tables call ${does}.`, seen, page: '/' },
    rules: [{ on: paths.tables, handler }],
    ends: name === '10000' ? 'never' : 'when repaired',
  })),
  ...Object.entries(createCall).map(([name, [does, handler, seen = signUpFailure]]): Fault => ({
    ...{ name: `create-${name}`, broken: `The create call ${does}.`, seen, page: '/signup' },
    rules: [{ on: paths.create, handler }],
    ends: 'never',
  })),
];
