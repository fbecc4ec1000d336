import { paths, type Fault } from './fault';
import { corrupted, edited, hangs, late, status, withHeaders, type Handler } from './handlers';
import { serviceFaults, signUpFailure } from './service-faults';
import { blockStorage, inEveryPage, moveNodes, translate, wrapHeading } from './tampering';

const host = (name: string, handler: Handler) => [{ on: paths.host(name), handler }];
const pages = (handler: Handler) => [{ on: paths.pages, handler }];

const asComposed =
  'The page as composed: it can be read, the switch turns, links and anchors lead on.';
const nothing = 'Nothing: everything works.';

/** A fault of the landing page that lasts, unless `more` says otherwise. */
function siteFault(
  name: string,
  broken: string,
  rules: Fault['rules'],
  seen = asComposed,
  more: Partial<Fault> = {},
): Fault {
  return { name, broken, seen, rules, page: '/', ends: 'never', ...more };
}

/** Every fault of the host, the services, the network, a browser's settings and extensions. */
export const siteFaults: readonly Fault[] = [
  siteFault('host-404', 'The host’s script is gone (404).', host('main', status(404))),
  siteFault('host-corrupted', 'One bit of the host’s script is flipped.', host('main', corrupted)),
  siteFault('host-hangs', 'The host’s script never comes.', host('main', hangs)),
  siteFault(
    'libraries-404',
    'The libraries’ script is gone (404).',
    host('libraries', status(404)),
  ),
  siteFault(
    'record-damaged',
    'The release record in the page is not what the host knows.',
    pages(edited((text) => text.replace('"basePath":""', '"basePath":0'))),
    `${asComposed} The console has the reason.`,
  ),
  siteFault(
    'island-404',
    'The scripts of the contact and subscribe forms are gone at first.',
    host('forms', status(404)),
    'The forms stand there; what is typed stays, and a submit goes through once the script comes.',
    { page: '/#contact', ends: 'when repaired' },
  ),
  siteFault(
    'footer-404',
    'The scripts of pages and footer are gone (404).',
    host('(?:pages|footer|landing)', status(404)),
    nothing,
    { ends: 'when repaired' },
  ),
  siteFault(
    'toasts-404',
    'What draws toasts is gone (404), and the create call fails.',
    [...host('toasts', status(404)), { on: paths.create, handler: status(500) }],
    signUpFailure,
    { page: '/signup' },
  ),
  siteFault(
    'storage-blocked',
    'Cookies and storage throw.',
    pages(inEveryPage(blockStorage)),
    nothing,
  ),
  siteFault(
    'scripts-off',
    'Scripts are off.',
    pages(
      withHeaders({
        'content-security-policy': 'sandbox allow-same-origin allow-top-navigation allow-popups',
      }),
    ),
    `${asComposed} The forms say what they need.`,
  ),
  siteFault(
    'slow-network',
    'Every file comes 2 s late.',
    [{ on: paths.assets, handler: late(2000) }],
    `${asComposed} It is hydrated later, and keeps what was typed.`,
  ),
  siteFault(
    'extension-before',
    'An extension changes the heading and the header before the host starts.',
    pages(inEveryPage(wrapHeading)),
    nothing,
  ),
  siteFault(
    'translated',
    'Every text is translated, as browsers do it, again and again.',
    pages(inEveryPage(translate)),
    nothing,
  ),
  siteFault(
    'nodes-moved',
    'An extension moves the page’s content into an element of its own.',
    pages(inEveryPage(moveNodes)),
    'Every page can still be reached and read.',
  ),
  ...serviceFaults,
];
