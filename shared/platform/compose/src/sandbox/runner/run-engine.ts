import { ReleaseError } from '@composed/command/errors';
import * as v from 'valibot';
import { startProcess } from './engine-process';
import { guestMessage } from './messages';
import { EngineEnded, type GuestLimits, RunningGuest, type Work } from './running-guest';

export { EngineEnded, type GuestLimits, ordinaryLimits } from './running-guest';

type Listener = Pick<RunningGuest<unknown>, 'fail' | 'take'>;

/** Starts the process in which guests run, each in an engine without access to the machine. The caller ends it. */
export function startEngine(limits: GuestLimits) {
  const child = startProcess();
  const guests = new Map<number, Listener>();
  let last = 0;
  const tell = (request: object) => child.connected && child.send(request);
  const failAll = (reason: string) => {
    for (const guest of guests.values()) guest.fail(new EngineEnded(reason));
  };
  child.on('error', ({ message }) => failAll(`the process around it has ended (${message})`));
  child.on('close', () => failAll('the process around it has ended'));
  child.on('message', (data) => {
    const parsed = v.safeParse(guestMessage, data);
    if (!parsed.success) {
      failAll('the process around it was not understood');
      return;
    }
    const { guest, text, crash, ...more } = parsed.output;
    if (text !== undefined) guests.get(guest)?.take({ text, ...more });
    if (crash !== undefined) guests.get(guest)?.fail(crash);
  });

  /**
   * Runs the code of an app.
   * @returns the result, and whether the guest has asked for the time
   * @throws ReleaseError saying at which step, and why; EngineEnded where another guest may be to blame
   */
  async function run<T>(work: Work<T>) {
    const id = (last += 1);
    const guest = new RunningGuest(work, limits, (answer) => tell({ guest: id, answer }));
    guests.set(id, guest);
    tell({ guest: id, task: { ...work.task, app: work.app, limits } });
    try {
      return await guest.result();
    } finally {
      guests.delete(id);
      tell({ guest: id });
    }
  }

  return { run, end: () => child.kill('SIGKILL') };
}

/** Engines with a process for each guest, so that one guest’s end is no other’s. */
export function startEngines(
  limits: GuestLimits,
  start = startEngine,
): ReturnType<typeof startEngine> {
  const engines = new Set<ReturnType<typeof startEngine>>();
  return {
    run: async (work) => {
      const engine = start(limits);
      engines.add(engine);
      try {
        return await engine.run(work);
      } catch (error) {
        if (!(error instanceof EngineEnded)) throw error;
        throw new ReleaseError({ app: work.app, reason: error.message });
      } finally {
        engine.end();
      }
    },
    end: () => [...engines].every((engine) => engine.end()),
  };
}
