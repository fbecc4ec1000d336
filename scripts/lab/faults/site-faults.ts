import { corrupted, edited, hangs, late, status, withHeaders, type Treat } from './answers';
import type { Fault, SiteFault } from './fault';
import { inEveryPage } from './republish';
import { files } from './rule';
import { failure, serviceFaults } from './service-faults';
import { blockStorage, moveNodes, translate, wrapHeading } from './tampering';

const host = (name: string, treat: Treat) => [{ on: files.host(name), treat }];
const create = (treat: Treat) => [{ on: files.create, treat }];
const pages = (treat: Treat) => [{ on: files.pages, treat }];

const still = 'The page as composed: it can be read, the switch turns, links and anchors lead on.';
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
export const siteFaults: readonly Fault[] = [...list, ...serviceFaults].map((fault) => ({
  meetings: ['first load'],
  passes: 'never',
  ...fault,
}));
