import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { html } from '@remix-run/html-template';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';
import { UserError } from '@composed/command/errors';
import { importSource } from '@composed/command/sources.mjs';
import * as v from 'valibot';
import type { ServerPage, SiteServices } from '@composed/http/services/site-services';

function renderPlainPage({ title, body }: ServerPage): string {
  const { lang = 'en', dir = 'ltr' } = getSiteDescription();
  const document = html`<html lang="${lang}" dir="${dir}">
    <head>
      <meta charset="utf-8" />
      <title>${title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
    </head>
    <body>
      <main>${body}</main>
    </body>
  </html>`;
  return `<!doctype html>\n${String(document)}\n`;
}

/** Reads JSON data for pages from the site's folder "data". Returns undefined without a file of that name. */
async function readDataFile(name: string): Promise<unknown> {
  const file = path.join(getRepositoryRoot(), 'data', `${name}.json`);
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
}

/** The services of a site without a back end, and the defaults for a back end that exports only some. */
const defaultServices: SiteServices = {
  variables: {},
  cookies: [],
  signInPrefixes: [],
  register: () => Promise.resolve(),
  layout: renderPlainPage,
  dataAddresses: () => ({}),
  readEmbeddedData: readDataFile,
};

const backEndModule = v.object({
  siteServices: v.custom<Partial<SiteServices>>(
    (value) => typeof value === 'object' && value !== null,
  ),
});

function resolveBackEnd(name: string): string {
  try {
    return createRequire(path.join(getRepositoryRoot(), 'package.json')).resolve(name);
  } catch (cause) {
    const reason = `${name}, which ${getSiteDescription().package} names as "backEnd", is not installed`;
    throw new UserError(`${reason}: run npm install.`, { cause });
  }
}

/**
 * Loads the services of this repository's site from the package that its description names (`site.backEnd`).
 * @throws Error when the package is not installed, or does not export services
 */
export async function loadServices(): Promise<SiteServices> {
  const { backEnd, package: sitePackage } = getSiteDescription();
  if (backEnd === undefined) return defaultServices;
  const services: unknown = await importSource(resolveBackEnd(backEnd));
  const parsed = v.safeParse(backEndModule, services);
  if (parsed.success) return { ...defaultServices, ...parsed.output.siteServices };
  throw new Error(`${backEnd} must export "siteServices": ${sitePackage} names it as "backEnd".`);
}
