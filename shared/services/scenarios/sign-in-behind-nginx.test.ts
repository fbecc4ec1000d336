import Fastify from 'fastify';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { serviceTable } from '../service-table';
import { registerServices } from '../register-services';
import { serverOptions } from '@composed/http/calls/server-options';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { freePort } from '@composed/http/operations/free-port';
import { startSiteNginx } from '@composed/testing/server/site-nginx';
import { startTestServices } from '../testing/start-test-services';
import { ada, createAccount, openVisitor, signIn, submit, textOf } from '../testing/visitor';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

(hasNginx() ? test : test.skip)(
  'behind a proxy, a new visitor signs in and out under the site’s address',
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const embedded = await startTestServices(temporaryFolder(), { publicUrl: url });
    ends.push(embedded.close);
    const upstreams = { subscription: embedded.url, manager: embedded.url, storeUi: url };
    const server = Fastify(serverOptions);
    ends.push(() => server.close());
    await server.register(registerServices, { dataDir: 'none', publicUrl: url, upstreams });
    const servers = [await server.listen({ host: '127.0.0.1', port: 0 })];
    const nginx = await startSiteNginx(
      { servers, services: embedded.url, signInPrefixes: serviceTable.signInPrefixes },
      port,
    );
    ends.push(nginx.stop);

    expect((await createAccount(url, ada)).status).toBe(201);
    const visitor = await openVisitor(url);
    ends.push(() => visitor.dispose());
    expect((await visitor.get(signInPath)).url()).toBe(`${url}/identity/sign-in`);
    const shop = await signIn(visitor, ada.emailAddress, ada.password);
    expect(shop.url()).toBe(`${url}/store`);
    expect(await textOf(shop)).toContain('Hello, Ada.');
    await submit(visitor, shop, {});
    expect((await visitor.get('/store')).url()).toBe(`${url}/identity/sign-in`);
  },
);
