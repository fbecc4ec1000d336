import { EngineEnded, startEngine } from '@composed/compose/sandbox/run-engine';

const engines = new Map<string, ReturnType<typeof startEngine>>();

/**
 * `startEngine` with one process for all tests of a file, since it takes longer to start than most tests. Each guest
 * still has a thread, an engine and a memory of its own.
 */
export const startOnce: typeof startEngine = (limits) => {
  const name = JSON.stringify(limits);
  const engine = engines.get(name) ?? startEngine(limits);
  engines.set(name, engine);
  return {
    run: (work) =>
      engine.run(work).catch((error: unknown) => {
        if (error instanceof EngineEnded) engines.delete(name);
        throw error;
      }),
    // The process runs until the tests of the file have ended.
    end: () => true,
  };
};

// The benchmark, which composes in a process each time, imports this as well.
if ('afterAll' in globalThis) afterAll(() => engines.forEach((engine) => engine.end()));
