import { ReleaseError } from '@composed/command/errors';
import * as v from 'valibot';
import { startEngineProcess } from './start-engine-process';
import { processMessage } from './messages';
import { EngineEndedError, type GuestLimits, RunningGuest, type GuestRun } from './running-guest';

export { EngineEndedError, type GuestLimits, ordinaryLimits } from './running-guest';

type Listener = Pick<RunningGuest<unknown>, 'fail' | 'receive'>;

/** Starts the process in which guests run, each in an engine without access to the machine. The caller must end it. */
export function startEngine(limits: GuestLimits) {
  const child = startEngineProcess();
  const guests = new Map<number, Listener>();
  let lastId = 0;
  const send = (request: object) => child.connected && child.send(request);
  const failAll = (reason: string) => {
    for (const guest of guests.values()) guest.fail(new EngineEndedError(reason));
  };
  child.on('error', ({ message }) => failAll(`the process around it has ended (${message})`));
  child.on('close', () => failAll('the process around it has ended'));
  child.on('message', (data) => {
    const parsed = v.safeParse(processMessage, data);
    if (!parsed.success) {
      failAll('the process around it was not understood');
      return;
    }
    const { guest, text, crash, ...message } = parsed.output;
    if (text !== undefined) guests.get(guest)?.receive({ text, ...message });
    if (crash !== undefined) guests.get(guest)?.fail(crash);
  });

  /**
   * Runs the code of an app.
   * @returns the result, and whether the guest has read the time
   * @throws ReleaseError with the failed step and the reason; EngineEndedError if another guest may be the cause
   */
  async function run<T>(guestRun: GuestRun<T>) {
    lastId += 1;
    const id = lastId;
    const guest = new RunningGuest(guestRun, limits, (answer) => send({ guest: id, answer }));
    guests.set(id, guest);
    send({ guest: id, task: { ...guestRun.task, app: guestRun.app, limits } });
    try {
      return await guest.result();
    } finally {
      guests.delete(id);
      send({ guest: id });
    }
  }

  const end = (): void => {
    child.kill('SIGKILL');
  };
  return { run, end };
}

/** Starts a process for each guest, so that the crash of one guest does not end the others. */
export function startEnginePerGuest(
  limits: GuestLimits,
  start = startEngine,
): ReturnType<typeof startEngine> {
  const engines = new Set<ReturnType<typeof startEngine>>();
  return {
    run: async (guestRun) => {
      const engine = start(limits);
      engines.add(engine);
      try {
        return await engine.run(guestRun);
      } catch (error) {
        if (!(error instanceof EngineEndedError)) throw error;
        throw new ReleaseError({ app: guestRun.app, reason: error.message });
      } finally {
        engine.end();
      }
    },
    end: () => {
      for (const engine of engines) engine.end();
    },
  };
}
