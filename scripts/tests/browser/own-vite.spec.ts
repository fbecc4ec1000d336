import { expect, test } from '../helpers/fixtures';
import { ownRepositories } from '../helpers/own-repository';
import { counter, expectNew } from '../helpers/remote-section';

// Two remotes of `npm run new -- … --bundler vite`: one in a repository of its own, and one in the host's.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const names = ['tests-ratings', 'tests-replies'] as const;
const [apart, here] = names;
const options = ['--bundler', 'vite'];

let own: Awaited<ReturnType<typeof ownRepositories>>;

test.beforeAll(async () => {
  own = await ownRepositories([
    { name: apart, words: options },
    { name: here, words: options, isHere: true },
  ]);
});

test.afterAll(() => own.stop());

test('it is tested and published where it lives, and stands beside the remotes of webpack', async ({
  page,
}) => {
  await own.command(own.at(apart), 'npm', 'test');
  await own.release(apart, 'publish', apart);
  for (const name of names) {
    await expectNew(page, own.team.site.url, name);
    await counter(page, name).click();
    await expect(counter(page, name)).toHaveText('Pressed 1 times');
  }
  await expect(page.locator('[data-slot="pricing/PricingSection"]')).toBeVisible();
});
