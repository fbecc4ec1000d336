import { away, hangs, html, json, status, type Treat } from './answers';
import type { SiteFault } from './fault';
import { files } from './rule';
import { longTables, oddTables, partialTables } from './tables';

const tables = (treat: Treat) => [{ on: files.tables, treat }];
const create = (treat: Treat) => [{ on: files.create, treat }];

const kept = 'The composed prices with their date, and "Try again".';
/** What a failed sign-up shows (specification section 8). */
export const failure = 'The toast "Failed to Register!"; nothing that was typed is lost.';

/** Faults of the two calls (specification section 7). */
export const serviceFaults: readonly SiteFault[] = [
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
];
