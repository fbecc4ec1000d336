import { option } from '../../testing/plan-tables';
import { paths, type Fault } from './fault';
import { away, hangs, html, json, status, type Handler } from './handlers';

const composedPrices = 'The composed prices with their date, and "Try again".';
/** What a failed sign-up shows. */
export const signUpFailure = 'The toast "Failed to Register!"; nothing that was typed is lost.';

function tablesCall(name: string, broken: string, handler: Handler, seen = composedPrices): Fault {
  return {
    name: `tables-${name}`,
    broken: `The tables call ${broken}.`,
    seen,
    page: '/',
    rules: [{ on: paths.tables, handler }],
    ends: 'when repaired',
  };
}

function createCall(name: string, broken: string, handler: Handler, seen = signUpFailure): Fault {
  return {
    name: `create-${name}`,
    broken: `The create call ${broken}.`,
    seen,
    page: '/signup',
    rules: [{ on: paths.create, handler }],
    ends: 'never',
  };
}

const free = option(1, 'Tray', 0);
const months = [option(2, 'Barrow', 1250), option(3, 'Pavilion', 4005)];

const withoutYears = { tables: { MONTH: { options: months } } };

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

/** Faults of the two calls. */
export const serviceFaults: readonly Fault[] = [
  tablesCall('500', 'answers 500', status(500)),
  tablesCall('hang', 'never answers', hangs),
  tablesCall('away', 'finds no network', away),
  tablesCall('html', 'answers with HTML', html),
  tablesCall('malformed', 'answers with JSON that breaks off', json('{"freeOption":{"subscri')),
  tablesCall('empty', 'answers {}', json({})),
  tablesCall(
    'parts-missing',
    'brings months only',
    json(withoutYears),
    'The months that came; the switch says why it is off, or the composed years stay.',
  ),
  tablesCall(
    'negative',
    'brings negative and broken prices',
    json(oddPrices),
    'Only what is a price; never NaN.',
  ),
  {
    ...tablesCall(
      '10000',
      'brings 10,000 options',
      json(tenThousand),
      'A first part of them; the page stays usable.',
    ),
    ends: 'never',
  },
  createCall('400', 'answers 400', json({ reason: 'no' }, 400)),
  createCall('503', 'answers 503', status(503)),
  createCall('hangs', 'never answers (limit 30 s)', hangs),
  createCall('away', 'finds no network', away),
  createCall(
    'odd',
    'answers 201 with HTML',
    json('<p>', 201),
    'The toast "Successfully Register!": the status alone decides.',
  ),
];
