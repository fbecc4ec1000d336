/* Longer than 250 lines because it is one table of faults, a few lines each. */
import {
  away,
  corrupted,
  edited,
  hangs,
  html,
  json,
  late,
  status,
  withHeaders,
  type Treat,
} from './answers';
import type { Fault } from './fault';
import { inEveryPage } from './republish';
import { files } from './rule';
import { longTables, oddTables, partialTables } from './tables';
import { blockStorage, moveNodes, translate, wrapHeading } from './tampering';

type SiteFault = Omit<Fault, 'meetings' | 'passes'> & Partial<Fault>;

const host = (name: string, treat: Treat) => [{ on: files.host(name), treat }];
const tables = (treat: Treat) => [{ on: files.tables, treat }];
const create = (treat: Treat) => [{ on: files.create, treat }];
const pages = (treat: Treat) => [{ on: files.pages, treat }];

const still = 'The page as composed: it can be read, the switch turns, links and anchors lead on.';
const kept = 'The composed prices with their date, and "Try again".';
const failure = 'The toast "Failed to Register!"; nothing that was typed is lost.';
const nothing = 'Nothing: everything works.';

const list: readonly SiteFault[] = [
  {
    name: 'host-404',
    broken: 'The host’s script is gone (404).',
    seen: still,
    sight: 'page',
    page: '/',
    rules: host('main', status(404)),
  },
  {
    name: 'host-corrupted',
    broken: 'One bit of the host’s script is flipped.',
    seen: still,
    sight: 'page',
    page: '/',
    rules: host('main', corrupted),
  },
  {
    name: 'host-hangs',
    broken: 'The host’s script never comes.',
    seen: still,
    sight: 'page',
    page: '/',
    rules: host('main', hangs),
  },
  {
    name: 'libraries-404',
    broken: 'The libraries’ script is gone (404).',
    seen: still,
    sight: 'page',
    page: '/',
    rules: host('libraries', status(404)),
  },
  {
    name: 'record-damaged',
    broken: 'The release record in the page is not what the host knows.',
    seen: `${still} The console has the reason.`,
    sight: 'page',
    page: '/',
    rules: pages(edited((text) => text.replace('"basePath":""', '"basePath":0'))),
  },
  {
    name: 'island-404',
    broken: 'The scripts of the contact and subscribe forms are gone at first.',
    seen: 'The forms stand there; what is typed stays, and a submit goes through once the script comes.',
    sight: 'page',
    page: '/#contact',
    rules: host('forms', status(404)),
    passes: 'mended',
  },
  {
    name: 'footer-404',
    broken: 'The scripts of pages and footer are gone (404).',
    seen: nothing,
    sight: 'page',
    page: '/',
    rules: host('(?:pages|footer|landing)', status(404)),
    passes: 'mended',
  },
  {
    name: 'toasts-404',
    broken: 'What draws toasts is gone (404), and the create call fails.',
    seen: failure,
    sight: 'page',
    page: '/signup',
    rules: [...host('toasts', status(404)), ...create(status(500))],
  },
  {
    name: 'tables-500',
    broken: 'The tables call answers 500.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(status(500)),
    passes: 'mended',
  },
  {
    name: 'tables-hang',
    broken: 'The tables call never answers.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(hangs),
    patience: 5000,
    passes: 'mended',
  },
  {
    name: 'tables-away',
    broken: 'The network is away for the tables call.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(away),
    passes: 'mended',
  },
  {
    name: 'tables-html',
    broken: 'The tables call answers with HTML.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(html),
    passes: 'mended',
  },
  {
    name: 'tables-malformed',
    broken: 'The tables call’s JSON breaks off.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(json('{"freeOption":{"subscri')),
    passes: 'mended',
  },
  {
    name: 'tables-empty',
    broken: 'The tables call answers {}.',
    seen: kept,
    sight: 'prices',
    page: '/',
    rules: tables(json({})),
    passes: 'mended',
  },
  {
    name: 'tables-parts-missing',
    broken: 'The tables call brings months only.',
    seen: 'The months that came; the switch says why it is off, or the composed years stay.',
    sight: 'prices',
    page: '/',
    rules: tables(json(partialTables)),
    passes: 'mended',
  },
  {
    name: 'tables-negative',
    broken: 'The tables call brings negative and broken prices.',
    seen: 'Only what is a price; never NaN.',
    sight: 'prices',
    page: '/',
    rules: tables(json(oddTables)),
    passes: 'mended',
  },
  {
    name: 'tables-10000',
    broken: 'The tables call brings 10,000 options.',
    seen: 'A first part of them; the page stays usable.',
    sight: 'prices',
    page: '/',
    rules: tables(json(longTables)),
  },
  {
    name: 'create-400',
    broken: 'The create call answers 400.',
    seen: failure,
    sight: 'sign-up',
    page: '/signup',
    rules: create(json({ reason: 'no' }, 400)),
  },
  {
    name: 'create-503',
    broken: 'The create call answers 503.',
    seen: failure,
    sight: 'sign-up',
    page: '/signup',
    rules: create(status(503)),
  },
  {
    name: 'create-hangs',
    broken: 'The create call never answers (limit 30 s).',
    seen: failure,
    sight: 'sign-up',
    page: '/signup',
    rules: create(hangs),
    patience: 30_000,
  },
  {
    name: 'create-away',
    broken: 'The network is away for the create call.',
    seen: failure,
    sight: 'sign-up',
    page: '/signup',
    rules: create(away),
  },
  {
    name: 'create-odd',
    broken: 'The create call answers 201 with HTML.',
    seen: 'The toast "Successfully Register!": the status alone decides.',
    sight: 'sign-up',
    page: '/signup',
    rules: create(json('<p>', 201)),
  },
  {
    name: 'storage-blocked',
    broken: 'Cookies and storage throw.',
    seen: nothing,
    sight: 'page',
    page: '/',
    rules: pages(inEveryPage(blockStorage)),
  },
  {
    name: 'scripts-off',
    broken: 'Scripts are off.',
    seen: `${still} The forms say what they need.`,
    sight: 'page',
    page: '/',
    rules: pages(
      withHeaders({
        'content-security-policy': 'sandbox allow-same-origin allow-top-navigation allow-popups',
      }),
    ),
  },
  {
    name: 'slow-network',
    broken: 'Every file comes 2 s late.',
    seen: `${still} It comes alive later, and keeps what was typed.`,
    sight: 'page',
    page: '/',
    rules: [{ on: files.assets, treat: late(2000) }],
  },
  {
    name: 'extension-before',
    broken: 'An extension changes the heading and the header before the host starts.',
    seen: nothing,
    sight: 'page',
    page: '/',
    rules: pages(inEveryPage(wrapHeading)),
  },
  {
    name: 'translated',
    broken: 'Every text is translated, as browsers do it, again and again.',
    seen: nothing,
    sight: 'page',
    page: '/',
    rules: pages(inEveryPage(translate)),
  },
  {
    name: 'nodes-moved',
    broken: 'An extension moves the page’s content into an element of its own.',
    seen: 'Every page can still be reached and read.',
    sight: 'page',
    page: '/',
    rules: pages(inEveryPage(moveNodes)),
  },
];

/** Every fault of the host, the services, the network, a browser's settings and extensions. */
export const siteFaults: readonly Fault[] = list.map((fault) => ({
  meetings: ['first load'],
  passes: 'never',
  ...fault,
}));
