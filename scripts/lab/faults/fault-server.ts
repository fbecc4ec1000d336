import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { html } from '@remix-run/html-template';
import Fastify from 'fastify';
import { layout } from '@shopwright/services/page/layout';
import type { Fault } from './fault';
import { faultyRelease } from './faulty-builds';
import { remoteFaults } from './remote-faults';
import { siteFaults } from './site-faults';

const faults: readonly Fault[] = [...remoteFaults, ...siteFaults];

/** Headers that are not forwarded, since they describe the connection, or a body that this server may change. */
const droppedHeaders = [
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

async function forward(site: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers(request.headers as Record<string, string>);
  for (const name of droppedHeaders) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(request);
  const response = await fetch(`${site}${url}`, { method, headers, body, redirect: 'manual' });
  const ownResponse = new Response(response.body, response);
  for (const name of droppedHeaders) ownResponse.headers.delete(name);
  return ownResponse;
}

/** Renders the index page, with a link to each fault and a description of the expected page. */
function indexPage(seconds: number): string {
  const items = faults.map(
    ({ name, description, expected, line }) =>
      html`<dt><a href="/open/${name}">${description}</a></dt>
        <dd>${expected} ${line && html`<br /><code>${line}</code>`}</dd>`,
  );
  return layout({
    title: 'Fault gallery',
    width: 'wide',
    body: html`<h1>Fault gallery</h1>
      <p class="lead">
        The real site with one fault at a time. A faulty file or response is repaired ${seconds} s
        after you open the fault; a remote’s own code works again at the second “Try again”. To see
        a remote’s fault after a navigation, go to “Terms & Conditions”, reload, and come back.
      </p>
      <dl>${items}</dl>`,
  });
}

/**
 * Starts a proxy in front of the real site that injects faults. Each opened fault has its own subdomain of localhost,
 * so that browsers do not mix their caches and storage. The faulty remotes must have been built.
 * @param site the address of the real site
 * @param duration milliseconds until an opened fault is repaired, if it can be repaired
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
    const forwardRequest = () => forward(site, raw);
    const respond = () =>
      faultyBuild ? faultyRelease(faultyBuild, name)(forwardRequest, path) : forwardRequest();
    const isRepaired = !cause?.lasts && repaired.has(hostname);
    const handler = cause?.on.test(path) && !isRepaired ? cause.handler : null;
    const response = await (handler ? handler(respond, path) : respond());
    // Browsers must not cache responses with a fault.
    if (response.type !== 'error') return reply.header('cache-control', 'no-store').send(response);
    reply.raw.destroy();
    return reply.hijack();
  });
  const { port: boundPort } = new URL(await fastify.listen({ port, host: 'localhost' }));

  /** Opens the site with a fault, at a new origin for each call. `repair` ends the fault, if it can be repaired. */
  function open(name: string) {
    const host = `${name}--${(sessions += 1)}.localhost`;
    const repair = () => void repaired.add(host);
    if (duration < Infinity) setTimeout(repair, duration);
    return { origin: `http://${host}:${boundPort}`, repair };
  }
  return { url: `http://localhost:${boundPort}`, open, stop: () => fastify.close() };
}
export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;
