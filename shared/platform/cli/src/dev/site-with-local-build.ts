import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { parse } from 'parse5';
import * as v from 'valibot';
import { afterPaintElementId } from '@composed/contracts/page-elements';
import {
  devHost,
  isOwnPage,
  redirectToHostname,
  originOfPort,
} from '@composed/build/bundler/dev-origin';
import { attribute, elementsIn } from '@composed/compose/html/elements';
import type { Settings } from '@composed/command/environment';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf';
import { plainText, terminal } from '@composed/command/terminal';
import { formatError } from '@composed/command/format';
import { openSite } from '@composed/server/serve/server';
import { sitePlugin } from '@composed/server/serve/site-plugin';
import { forwardApis } from '@composed/http/calls/forward';
import { serverOptions } from '@composed/http/calls/server-options';
import type { SiteServices } from '@composed/http/services/site-services';

/** Headers to remove: a page whose scripts change with every edit would violate them. */
const strictHeaders = ['Content-Security-Policy', 'Integrity-Policy'];
const policyElement = /<meta http-equiv="Content-Security-Policy"[^>]*>\n?/;

/**
 * A composed page for another build of an app, without a policy. The app’s slots are empty: what compose rendered
 * there belongs to the release, and would not hydrate.
 */
export function withoutRelease(html: string, app: string): string {
  const slots = elementsIn(parse(html, { sourceCodeLocationInfo: true })).filter((element) =>
    attribute(element, 'data-slot')?.startsWith(`${app}/`),
  );
  const emptied = slots.reduceRight((text, { sourceCodeLocation: position }) => {
    if (!position?.startTag || !position.endTag) return text;
    return text.slice(0, position.startTag.endOffset) + text.slice(position.endTag.startOffset);
  }, html);
  // A developer looks at what scripts show, so they do not wait until the page is quiet.
  return emptied
    .replace(policyElement, '')
    .replace(
      `<template id="${afterPaintElementId}">`,
      `<template id="${afterPaintElementId}" data-on="paint">`,
    );
}

/** A build that stands in a site, under an address such as `/assets/reviews/`. */
interface BuildInSite {
  readonly address: string;
  readonly folder: () => string;
  /** Address of the site; undefined: the site of the store. */
  readonly from: string | undefined;
  /** Tells the terminal a fault of a page, and returns it with its position in the sources. */
  readonly reportFault: (fault: string, stack: string) => Promise<string>;
}

const faultScript = createRequire(import.meta.url).resolve(
  '@composed/build/bundler/show-faults.mjs',
);
const faultReport = v.object({ fault: v.string(), stack: v.string() });

/** Has a page show and report its faults, as those of the dev servers do. */
const withFaults = (html: string, address: string) =>
  html.replace(
    `<template id="${afterPaintElementId}"`,
    (template) => `<script type="module">
import { showFaults } from '${address}show-faults.mjs';
const headers = { 'Content-Type': 'application/json' };
showFaults(async (fault, stack) => {
  const body = JSON.stringify({ fault, stack });
  const response = await fetch('${address}faults', { method: 'POST', headers, body }).catch(() => null);
  return response?.ok ? response.text() : fault;
});
</script>${template}`,
  );

/** Serves the files of a build, and takes the faults of the pages that show it. */
function addBuildRoutes(
  fastify: FastifyInstance,
  { address, folder, reportFault }: BuildInSite,
): void {
  fastify.get<{ Params: { '*': string } }>(`${address}*`, async ({ params }, reply) => {
    const file = path.normalize(params['*']);
    const files = await readdir(folder(), { recursive: true });
    if (!files.includes(file)) return reply.code(404).send('Not found.\n');
    return reply.type(mediaTypeOf(file)).send(await readFile(path.join(folder(), file)));
  });
  fastify.get(`${address}show-faults.mjs`, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await readFile(faultScript)),
  );
  fastify.post(`${address}faults`, async ({ headers, body }, reply) => {
    if (!isOwnPage(headers.origin ?? '')) return reply.code(403).send('No page of this machine.\n');
    const parsed = v.safeParse(faultReport, body);
    if (!parsed.success) return reply.code(422).send('The body does not fit.\n');
    const { fault, stack } = parsed.output;
    return reportFault(plainText(fault), stack);
  });
}

/** Hands requests on to a site elsewhere. */
function forwardToSite(fastify: FastifyInstance, from: string): void {
  const { origin } = new URL(from);
  fastify.get('/*', async (request, reply) => {
    const response = await fetch(origin + request.url);
    const cookie = xsrfSetCookie(request.headers.cookie, false);
    if (cookie !== null) void reply.header('Set-Cookie', cookie);
    const type = response.headers.get('content-type') ?? mediaTypeOf(request.url);
    return reply
      .code(response.status)
      .type(type)
      .send(Buffer.from(await response.arrayBuffer()));
  });
}

/** Serves a site and its services on PORT, with each page changed on its way. */
export async function serveSiteWithLocalBuild(
  settings: Settings,
  services: SiteServices,
  change: (html: string) => string | Promise<string>,
  build: BuildInSite,
) {
  const { address, from } = build;
  const { dataDir, upstreams, port } = settings;
  const fastify = Fastify(serverOptions);
  const url = originOfPort(port);
  await fastify.register(services.register, { dataDir, publicUrl: url, upstreams });
  await fastify.register(forwardApis, { apis: settings.apiUrls, cookies: services.cookies });
  addBuildRoutes(fastify, build);
  const redirect = redirectToHostname(url);
  fastify.addHook('onRequest', (request, reply, done) => redirect(request.raw, reply.raw, done));
  // Pages come whole and without a coding, so that they can be changed.
  fastify.addHook('onRequest', async ({ headers }) => {
    Object.assign(headers, { 'accept-encoding': '', 'if-none-match': undefined });
  });
  fastify.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (!Buffer.isBuffer(payload) || !isPage) return payload;
    for (const name of [...strictHeaders, 'ETag']) void reply.removeHeader(name);
    try {
      return withFaults(await change(payload.toString('utf8')), address);
    } catch (error) {
      const sentence = `${formatError(error)}\n`;
      terminal.writeError(sentence);
      void reply.code(500).type('text/plain; charset=utf-8');
      return sentence;
    }
  });
  if (from === undefined) {
    const { files } = await openSite(fastify, settings);
    await fastify.register(sitePlugin, { files, transport: null });
  } else {
    forwardToSite(fastify, from);
  }
  await fastify.listen({ host: devHost(), port });
  return { url, close: () => fastify.close() };
}
