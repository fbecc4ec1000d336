import { axeViolations } from '../../helpers/axe';
import { expect, test } from '../../helpers/fixtures';
import { signUpButton } from '../../helpers/new-visitor';
import { reach, states } from '../../helpers/states';

/** The schemes differ in colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const sizes = {
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;

test.use({ colorScheme: 'light' });

for (const state of states) {
  test(`axe finds nothing in ${state.name}, on a phone and a desktop, light and dark`, async ({
    page,
    expectConsole,
  }) => {
    if (state.console) expectConsole(state.console);
    await page.setViewportSize(sizes.phone);
    await reach(page, state);
    expect(await axeViolations(page), 'phone').toEqual([]);
    if (!state.narrowOnly) {
      await page.setViewportSize(sizes.desktop);
      expect(await axeViolations(page), 'desktop').toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page, colourRules), 'dark').toEqual([]);
  });
}

test('axe finds nothing on the status page, on a phone and a desktop, light and dark', async ({
  browser,
  site,
}) => {
  // A visitor at this machine, whom no proxy names, may see it.
  const page = await browser.newPage({ extraHTTPHeaders: {} });
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    const response = await page.goto(`${site.url}/_site`);
    expect(response?.status()).toBe(200);
    expect(await axeViolations(page), size).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeViolations(page, colourRules), 'dark').toEqual([]);
  await page.close();
});

// The tree that the browser makes for a screen reader: roles, names and states in their order.
const plan = (name: string, audience: string, price: string) => `
  - listitem:
    - /children: equal
    - heading "${name}" [level=3]
    - paragraph: ${audience}
    - paragraph: ${price}
    - list
    - link "Sign Up for ${name}":
      - /url: /signup`;

const audiences = [
  'For the first shelf.',
  'For a shop that gets busy.',
  'For a shop with a team.',
] as const;

test('prices are told with their period; old and current ones by name', async ({ page }) => {
  await page.goto('/');
  const pricing = page.locator('#pricing');
  const withPlans = (toggle: string, plans: string) => `
- heading "Pricing you can read off the tag." [level=2]
- paragraph: Start free. Move up when your shop does.
- heading "try it for FREE" [level=3]
- heading "Free" [level=4]
- paragraph: To see whether it suits you.
- paragraph: $0.00 a month
- list
- link "Sign Up for Free":
  - /url: /signup
- ${toggle}
- paragraph: 2 months free
- status
- list "Plans":
  - /children: equal${plans}
- paragraph:
  - text: Not sure what to choose?
  - link "Contact Us":
    - /url: /#contact
- status
`;
  await expect(pricing).toMatchAriaSnapshot(
    withPlans(
      'switch "Annual billing" [checked=false]',
      plan('Starter', audiences[0], '$9.00 a month') +
        plan('Pro', audiences[1], '$29.00 a month') +
        plan('Business', audiences[2], '$79.00 a month'),
    ),
  );
  await page.getByRole('switch').press('Space');
  await expect(pricing).toMatchAriaSnapshot(
    withPlans(
      'switch "Annual billing" [checked]',
      plan('Starter', audiences[0], 'Current price $90.00 a year Old price $108.00 Save $18.00') +
        plan('Pro', audiences[1], 'Current price $290.00 a year Old price $348.00 Save $58.00') +
        plan(
          'Business',
          audiences[2],
          'Current price $790.00 a year Old price $948.00 Save $158.00',
        ),
    ),
  );
});

test('errors of the sign-up form stand behind their fields and describe them', async ({ page }) => {
  await page.goto('/signup');
  await signUpButton(page).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Create your account" [level=1]
    - textbox "First name" [invalid]
    - paragraph: Enter your first name.
    - textbox "Last name" [invalid]
    - paragraph: Enter your last name.
    - textbox "Email" [invalid]
    - paragraph: Enter your email address.
    - paragraph: A few words in a row work well.
    - textbox "Password" [invalid]
    - button "Show password"
    - paragraph: Choose a password.
    - paragraph: Must match the first password
    - textbox "Repeat password" [invalid]
    - button "Show repeated password"
    - paragraph: Repeat the password.
    - button "Sign Up"
    - paragraph: Next, you sign in with your email and password.
    - paragraph:
      - text: Already have an account?
      - link "Sign In":
        - /url: /redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak
  `);
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name.');
  await expect(page.getByLabel('Repeat password', { exact: true })).toHaveAccessibleDescription(
    'Repeat the password. Must match the first password',
  );
});
