import { plannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';

/* Messages of the process in which guests run. Code of a guest may have forged any of them. */

/** A message of the process about one guest: a text of the guest, with a page, or how its thread ended. */
export const processMessage = v.object({
  guest: v.number(),
  text: v.optional(v.string()),
  page: v.optional(v.string(), ''),
  asksTime: v.optional(v.boolean(), false),
  crash: v.optional(v.string()),
});

const short = v.pipe(v.string(), v.maxLength(1000));
const error = v.pipe(v.string(), v.maxLength(20_000));

/** Requests of the host's composer for a file of a release, and for the head that a module exports. */
const composerRequests = [
  v.object({ kind: v.literal('read'), id: v.number(), app: short, file: short }),
  v.object({ kind: v.literal('head'), id: v.number(), name: short }),
] as const;
export type ComposerRequest = v.InferOutput<(typeof composerRequests)[number]>;

const { parts: partList, ...otherEntries } = plannedModule.entries;
/** A plan of modules. Each distinct list of parts is sent once, and modules refer to it by its index. */
const plan = v.pipe(
  v.object({
    kind: v.literal('plan'),
    modules: v.array(v.object({ ...otherEntries, parts: v.exactOptional(v.number()) })),
    parts: v.optional(v.array(v.unwrap(partList)), []),
  }),
  v.transform(({ kind, modules, parts: partLists }) => ({
    kind,
    modules: modules.map(({ parts: index = -1, ...module }) => {
      const parts = partLists[index];
      return { ...module, ...(parts && { parts }) };
    }),
  })),
);

/** The text of a guest, parsed. */
export const guestMessage = v.variant('kind', [
  v.object({ kind: v.literal('step'), what: short }),
  ...composerRequests,
  v.object({ kind: v.literal('print'), text: v.string() }),
  plan,
  v.object({ kind: v.literal('page'), address: short }),
  v.object({ kind: v.literal('done'), output: v.unknown() }),
  v.object({ kind: v.literal('failed'), reason: error, stack: error }),
]);

/** Kinds of messages that only the host's composer may send → words for a refusal. */
export const composerMessages = {
  read: 'asks for a file',
  head: 'asks for a head',
  plan: 'plans modules',
  page: 'makes pages',
};
