import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { html } from '@remix-run/html-template';
import Fastify from 'fastify';
import { layout } from '@shopwright/services/page/layout';
import type { Fault } from './fault';
import { faultyRelease } from './faulty-remotes';
import { remoteFaults } from './remote-faults';
import { siteFaults } from './site-faults';

const faults: readonly Fault[] = [...remoteFaults, ...siteFaults];

/** Headers of requests and responses that say something about the connection, or about a body that may be changed here. */
const dropped = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'etag',
  'cache-control',
  'strict-transport-security',
];

async function ask(site: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers(request.headers as Record<string, string>);
  for (const name of dropped) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(request);
  const response = await fetch(`${site}${url}`, { method, headers, body, redirect: 'manual' });
  const own = new Response(response.body, response);
  for (const name of dropped) own.headers.delete(name);
  return own;
}

/** One link for each fault, with the expected page. */
function indexPage(seconds: number): string {
  const items = faults.map(
    ({ name, broken, seen, line }) =>
      html`<dt><a href="/open/${name}">${broken}</a></dt>
        <dd>${seen} ${line && html`<br /><code>${line}</code>`}</dd>`,
  );
  return layout({
    title: 'Fault gallery',
    width: 'wide',
    body: html`<h1>Fault gallery</h1>
      <p class="lead">
        The real site with one thing broken at a time. What is wrong with a file or a response is
        repaired ${seconds} s after it is opened; a remote’s own code works again at the second “Try
        again”. Faults of a remote are also seen by going to “Terms & Conditions” first, reloading,
        and coming back.
      </p>
      <dl>${items}</dl>`,
  });
}

/**
 * A proxy in front of the real site that breaks it. Each fault has a host name of its own, so that a browser keeps them
 * apart; names below localhost need no set-up. The faulty remotes are built first.
 * @param site address of the real site
 * @param duration milliseconds until a fault that was opened is repaired, if it can be
 */
export async function startFaultServer(site: string, port: number, duration: number) {
  const repaired = new Set<string>();
  let sessions = 0;

  const findFault = (name: string | undefined) => faults.find((fault) => fault.name === name);
  const fastify = Fastify({ forceCloseConnections: true });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  fastify.all('/*', async ({ hostname, url, raw }, reply) => {
    const [path = '/'] = url.split('?');
    const fault = findFault(/^([\w-]+?)--\d+\.localhost$/.exec(hostname)?.[1]);
    if (!fault) {
      const chosen = findFault(/^\/open\/([\w-]+)$/.exec(path)?.[1]);
      if (chosen) return reply.redirect(`${open(chosen.name).origin}${chosen.page}`);
      return reply.type('text/html; charset=utf-8').send(indexPage(duration / 1000));
    }
    const { name, cause, faultyBuild } = fault;
    const answer = () => ask(site, raw);
    const real = () => (faultyBuild ? faultyRelease(faultyBuild, name)(answer, path) : answer());
    const isRepaired = !cause?.lasts && repaired.has(hostname);
    const response = await (cause?.on.test(path) && !isRepaired
      ? cause.handler(real, path)
      : real());
    // A browser must not remember today's fault tomorrow.
    if (response.type !== 'error') return reply.header('cache-control', 'no-store').send(response);
    reply.raw.destroy();
    return reply.hijack();
  });
  const { port: bound } = new URL(await fastify.listen({ port, host: 'localhost' }));

  /** The site with a fault in it, at an origin of its own for every call; `repair` ends what can be repaired. */
  function open(name: string) {
    const host = `${name}--${(sessions += 1)}.localhost`;
    const repair = () => void repaired.add(host);
    if (duration < Infinity) setTimeout(repair, duration);
    return { origin: `http://${host}:${bound}`, repair };
  }
  return { url: `http://localhost:${bound}`, open, stop: () => fastify.close() };
}
export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;
