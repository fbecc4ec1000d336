import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { parse } from 'parse5';
import * as v from 'valibot';
import { afterPaintElementId } from '@composed/contracts/page-elements';
import {
  devHost,
  isLocalOrigin,
  redirectToHostname,
  originOfPort,
} from '@composed/build/bundler/dev-origin';
import { attribute, elementsIn } from '@composed/compose/html/elements';
import type { Environment } from '@composed/command/environment';
import { mediaTypeOf } from '@composed/contracts/media-types';
import { xsrfSetCookie } from '@composed/http/cookies/xsrf-token';
import { plainText, terminal } from '@composed/command/terminal';
import { formatError } from '@composed/command/format';
import { openSite } from '@composed/server/serve/serve-site';
import { sitePlugin } from '@composed/server/serve/site-plugin';
import { forwardApis } from '@composed/http/calls/forward';
import { serverOptions } from '@composed/http/calls/server-options';
import type { SiteServices } from '@composed/http/services/site-services';

/** Headers to remove, since they name the hashes of scripts, which change with every edit. */
const strictHeaders = ['Content-Security-Policy', 'Integrity-Policy'];
const policyElement = /<meta http-equiv="Content-Security-Policy"[^>]*>\n?/;

/**
 * Prepares a composed page for another build of an app: removes the CSP, and empties the app’s slots, since the markup
 * of the release would not match the build during hydration.
 */
export function prepareForBuild(html: string, app: string): string {
  const slots = elementsIn(parse(html, { sourceCodeLocationInfo: true })).filter((element) =>
    attribute(element, 'data-slot')?.startsWith(`${app}/`),
  );
  const emptiedHtml = slots.reduceRight((text, { sourceCodeLocation: position }) => {
    if (!position?.startTag || !position.endTag) return text;
    return text.slice(0, position.startTag.endOffset) + text.slice(position.endTag.startOffset);
  }, html);
  // Makes the scripts run at the first paint instead of when the page is quiet, since only they render the slots.
  return emptiedHtml
    .replace(policyElement, '')
    .replace(
      `<template id="${afterPaintElementId}">`,
      `<template id="${afterPaintElementId}" data-on="paint">`,
    );
}

/** A local build that is shown in a site. */
interface BuildInSite {
  /** The path of its files in the site, such as `/assets/reviews/`. */
  readonly address: string;
  readonly folder: () => string;
  /** The address of the site, or undefined for the site of the store. */
  readonly from: string | undefined;
  /** Prints a fault of a page to the terminal, and returns it with its source position. */
  readonly reportFault: (fault: string, stack: string) => Promise<string>;
}

const faultScript = createRequire(import.meta.url).resolve(
  '@composed/build/bundler/show-faults.mjs',
);
const faultReport = v.object({ fault: v.string(), stack: v.string() });

/** Adds the script that shows and reports the faults of a page, as on a dev server. */
const withFaultScript = (html: string, address: string) =>
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

/** Serves the files of a build, and receives the faults of the pages that show it. */
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
    if (!isLocalOrigin(headers.origin ?? ''))
      return reply.code(403).send('No page of this machine.\n');
    const parsed = v.safeParse(faultReport, body);
    if (!parsed.success) return reply.code(422).send('The body does not fit.\n');
    const { fault, stack } = parsed.output;
    return reportFault(plainText(fault), stack);
  });
}

/** Forwards requests to a site on another server. */
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

/**
 * Serves a site and its services on PORT, with a local build of one app.
 * @param change changes each page
 */
export async function serveSiteWithLocalBuild(
  environment: Environment,
  services: SiteServices,
  change: (html: string) => string | Promise<string>,
  build: BuildInSite,
) {
  const { address, from } = build;
  const { dataDir, upstreams, port } = environment;
  const fastify = Fastify(serverOptions);
  const url = originOfPort(port);
  await fastify.register(services.register, { dataDir, publicUrl: url, upstreams });
  await fastify.register(forwardApis, { apis: environment.apiUrls, cookies: services.cookies });
  addBuildRoutes(fastify, build);
  const redirect = redirectToHostname(url);
  fastify.addHook('onRequest', (request, reply, done) => redirect(request.raw, reply.raw, done));
  // Requests uncompressed bodies and no 304, so that pages can be changed.
  fastify.addHook('onRequest', async ({ headers }) => {
    Object.assign(headers, { 'accept-encoding': '', 'if-none-match': undefined });
  });
  fastify.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    if (!Buffer.isBuffer(payload) || !isPage) return payload;
    for (const name of [...strictHeaders, 'ETag']) void reply.removeHeader(name);
    try {
      return withFaultScript(await change(payload.toString('utf8')), address);
    } catch (error) {
      const sentence = `${formatError(error)}\n`;
      terminal.writeError(sentence);
      void reply.code(500).type('text/plain; charset=utf-8');
      return sentence;
    }
  });
  if (from === undefined) {
    const { files } = await openSite(fastify, environment);
    await fastify.register(sitePlugin, { files, hstsScope: null });
  } else {
    forwardToSite(fastify, from);
  }
  await fastify.listen({ host: devHost(), port });
  return { url, close: () => fastify.close() };
}
