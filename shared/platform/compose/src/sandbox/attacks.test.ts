import { inGuest } from '@composed/testing/release/composable-releases';

/* Guests that look for a way out of their engine: each way that an audit has found, and every object that they reach. */

/** Steps that led out of the sandbox inside Node, or to a name of the machine. */
const attempts = [
  'AbortSignal.prototype[Object.getOwnPropertySymbols(AbortSignal.prototype).find((s) => /transfer/.test(String(s)))].call({})',
  'AbortController[Object.getOwnPropertySymbols(AbortController).find((s) => /Transferable/.test(String(s)))]()',
  'structuredClone(new ReadableStream(), { transfer: [] }).port1.postMessage',
  'new ReadableStream()[Object.getOwnPropertySymbols(ReadableStream.prototype).find((s) => /transfer/.test(String(s)))]()',
  'process.getBuiltinModule("net")',
  'process.kill(process.ppid, "SIGUSR1")',
  'process.binding("fs")',
  'process.dlopen({ exports: {} }, "/tmp/addon.node")',
  'process.report.writeReport("/tmp/report.json")',
  'process.send({ kind: "done", output: { pages: {} } })',
  'process.mainModule.require("fs")',
  'require("child_process").execSync("id")',
  'Function("return process")().exit()',
  '(0, eval)("process").env',
  '(async () => {}).constructor("return process")().then.constructor("return process")().env',
  'this.constructor.constructor("return process")().env',
  'console.log.constructor("return process")().env',
  'setTimeout.constructor("return globalThis.process.env")()',
  'new Proxy(globalThis, {}).process.env',
  'globalThis.process.env',
  'Error.prepareStackTrace(new Error(), []).getThis()',
  'new Error().stack.getThis()',
  'arguments.callee.caller.caller.arguments[0].process',
  'new WebAssembly.Module(new Uint8Array())',
  'new SharedArrayBuffer(1)',
  'Atomics.wait(new Int32Array(1), 0, 0)',
  'new Worker("data:text/javascript,")',
  'new MessageChannel().port1',
  'new BroadcastChannel("b")',
  'new WebSocket("ws://localhost")',
  'crypto.getRandomValues(new Uint8Array(1))',
  'importScripts("x")',
  'navigator.sendBeacon("/")',
  'callOut("[]")',
  'compile("host/server.cjs")',
  'std.loadFile("/etc/passwd")',
  'os.exec(["id"])',
  'scriptArgs[0]',
];

test('no step of a known sandbox escape has an effect', async () => {
  const tried = attempts.map((code) => `() => ${code}`).join(',');
  const outcomes = await inGuest(
    `return JSON.stringify([${tried}].map((attempt) => {
      try { return typeof attempt(); } catch (error) { return 'refused'; }
    }))`,
  );
  expect(JSON.parse(outcomes)).toEqual(attempts.map(() => 'refused'));
});

/** Names that only something of Node's, of the machine or of another guest has. */
const foreign =
  /process|mainModule|getBuiltinModule|node:|internalBinding|primordials|EventEmitter|FileHandle|MessagePort|worker|wasm|inspector|kMakeTransferable|messaging_|^callOut$/i;

test('no object that a guest reaches belongs to Node, seven levels deep', async () => {
  const walked = await inGuest(`
    const names = new Set(), seen = new Set();
    let level = [globalThis, require, (function* () {})(), (async () => {})(), (async function* () {})(), new Error('e')];
    try { null.a } catch (error) { level.push(error) }
    try { require('x') } catch (error) { level.push(error) }
    try { new URL('') } catch (error) { level.push(error) }
    const made = [() => new URL('https://a.example'), () => new AbortController(), () => new ReadableStream(), () => new Intl.NumberFormat('en'),
      () => new TextDecoder(), () => structuredClone({ a: [1] }), () => new Intl.Segmenter('en').segment('a b'), () => setTimeout(() => 1), () => performance];
    for (const make of made) level.push(make());
    for (let depth = 0; depth < 7; depth += 1) {
      const next = [];
      for (const value of level) {
        if (Object(value) !== value || seen.has(value)) continue;
        seen.add(value);
        next.push(Object.getPrototypeOf(value));
        for (const key of Reflect.ownKeys(value)) {
          names.add(String(key));
          const descriptor = Object.getOwnPropertyDescriptor(value, key);
          next.push(key, descriptor.value, descriptor.get, descriptor.set);
          try { next.push(value[key]) } catch {}
          if (typeof value === 'function') names.add(String(value.name));
        }
      }
      level = next;
    }
    return JSON.stringify([seen.size, [...names].filter((name) => ${String(foreign)}.test(name))])`);
  const [count, found] = JSON.parse(walked) as [number, string[]];
  expect(found).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test('calls with values that are no data get only errors', async () => {
  const outcomes = await inGuest(`
    const values = [{}, null, undefined, Symbol('a'), 1n, '__proto__', 'constructor', [], { toString: null }, new Proxy({}, {})];
    const calls = [(v) => new URL(v), (v) => new Intl.NumberFormat(v), (v) => new Intl.NumberFormat('en', v), (v) => new Intl.Locale(v),
      (v) => Intl.supportedValuesOf(v), (v) => atob(v), (v) => new URLSearchParams(v), (v) => (1).toLocaleString('en', v), (v) => new Intl.DisplayNames('en', { type: 'region' }).of(v)];
    const thrown = calls.flatMap((ask) => values.map((value) => { try { ask(value); return true; } catch (error) { return error instanceof Error; } }));
    return String(thrown.every(Boolean))`);
  expect(outcomes).toBe('true');
});
