import { plannedModule } from '@composed/contracts/composer';
import * as v from 'valibot';

/* Messages of the process in which guests run. Any of them may be forged. */

/** Messages that the process says of a guest: a text of the guest's own, with a page, or how its thread ended. */
export const guestMessage = v.object({
  guest: v.number(),
  text: v.optional(v.string()),
  page: v.optional(v.string(), ''),
  asksTime: v.optional(v.boolean(), false),
  crash: v.optional(v.string()),
});

const short = v.pipe(v.string(), v.maxLength(1000));
const error = v.pipe(v.string(), v.maxLength(20_000));

/** Questions of the process: for a file of a release, and for the head that a module gives its page. */
const questions = [
  v.object({ kind: v.literal('read'), id: v.number(), app: short, file: short }),
  v.object({ kind: v.literal('head'), id: v.number(), name: short }),
] as const;
export type Question = v.InferOutput<(typeof questions)[number]>;

const { parts: list, ...ofModule } = plannedModule.entries;
/** Modules, with each distinct list of parts once. */
const plan = v.pipe(
  v.object({
    kind: v.literal('plan'),
    modules: v.array(v.object({ ...ofModule, parts: v.exactOptional(v.number()) })),
    parts: v.optional(v.array(v.unwrap(list)), []),
  }),
  v.transform(({ kind, modules, parts: lists }) => ({
    kind,
    modules: modules.map(({ parts: at = -1, ...module }) => {
      const parts = lists[at];
      return { ...module, ...(parts && { parts }) };
    }),
  })),
);

/** Messages of a guest, whose own code may have changed them. */
export const message = v.variant('kind', [
  v.object({ kind: v.literal('step'), what: short }),
  ...questions,
  v.object({ kind: v.literal('print'), text: v.string() }),
  plan,
  v.object({ kind: v.literal('page'), address: short }),
  v.object({ kind: v.literal('done'), output: v.unknown() }),
  v.object({ kind: v.literal('failed'), reason: error, stack: error }),
]);

/** Tasks that the host alone does. */
export const ofHost = {
  read: 'asks for a file',
  head: 'asks for a head',
  plan: 'plans modules',
  page: 'makes pages',
};
