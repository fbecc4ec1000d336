import type { FastifyInstance } from 'fastify';
import { FolderStore } from '../../release/stores/folder-store';
import { siteReport } from '../../release/reports/site-report';
import { renderSitePage } from './page';
import { headersOf, unindexedHeaders } from '../../http/headers';
import type { SiteOptions } from '../site-plugin';

/** Where people see what is live. Of the embedded server only: the nginx configuration does not have it. */
export const statusPath = '/_site';

/** Serves the page that says what is live, as it is at this moment; nothing keeps a copy of it. */
export function statusPage(
  fastify: FastifyInstance,
  { siteDir, transport }: Pick<SiteOptions, 'siteDir' | 'transport'>,
  done: () => void,
): void {
  const store = new FolderStore(siteDir);
  fastify.get(statusPath, async (_request, reply) => {
    const html = renderSitePage(await siteReport(store));
    return reply
      .headers({
        ...headersOf('page', { transport, preview: false }),
        ...unindexedHeaders,
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  });
  done();
}
