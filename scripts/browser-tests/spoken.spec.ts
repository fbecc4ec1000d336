import { expect, test } from '../testing/fixtures';
import { hydrated } from '../testing/sections';
import { states } from '../testing/states/states';

// What a screen reader is told, kept readable: roles, names, states and live regions in their order.

function reach(name: string) {
  const state = states.find((each) => each.name === name);
  if (!state) throw new Error(`There is no state "${name}".`);
  return state;
}

const links = `
      - link "Home":
        - /url: /
    - listitem:
      - link "Features":
        - /url: /#features
    - listitem:
      - link "Pricing":
        - /url: /#pricing
    - listitem:
      - link "Contact":
        - /url: /#contact
    - listitem:
      - link "SignIn":
        - /url: /redirect/internal?serviceName=store-ui&path=/oauth2/authorization/keycloak
    - listitem:
      - link "SignUp":
        - /url: /signup
`;
const navigation = `
- navigation "Main":
  - /children: equal
  - list:
    - /children: equal
    - listitem:${links}`;

test('the header is one navigation with its six links', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(navigation);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('the menu is a button that says whether it is open, before the links it shows', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - /children: equal
        - button "Menu"
    `);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`- button "Menu"${navigation}`);
  });
});

const plan = (name: string, price: string) => `
  - listitem:
    - /children: equal
    - heading "${name}" [level=3]
    - paragraph: ${price}
    - list
    - link "Sign Up for ${name}":
      - /url: /signup`;

test('prices are told with their period; old and current ones by name', async ({ page }) => {
  await reach('landing').reach(page);
  const pricing = page.locator('#pricing');
  const withPlans = (toggle: string, plans: string) => `
- heading "Pricing you can read off the tag." [level=2]
- paragraph: Start free. Move up when your shop does.
- heading "try it for FREE" [level=3]
- heading "Free" [level=4]
- paragraph: $0.00
- list
- link "Sign Up for Free":
  - /url: /signup
- ${toggle}
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
      plan('Starter', '$9.00 a month') +
        plan('Pro', '$29.00 a month') +
        plan('Business', '$79.00 a month'),
    ),
  );
  await page.getByRole('switch').press('Space');
  await expect(pricing).toMatchAriaSnapshot(
    withPlans(
      'switch "Annual billing" [checked]',
      plan('Starter', 'Current price $90.00 a year Old price $108.00 Save $18.00') +
        plan('Pro', 'Current price $290.00 a year Old price $348.00 Save $58.00') +
        plan('Business', 'Current price $790.00 a year Old price $948.00 Save $158.00'),
    ),
  );
});

test('errors of the sign-up form stand behind their fields and describe them', async ({ page }) => {
  await reach('sign-up-errors').reach(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Create your account" [level=1]
    - textbox "First name" [invalid]
    - paragraph: Enter your first name.
    - textbox "Last name" [invalid]
    - paragraph: Enter your last name.
    - textbox "Email" [invalid]
    - paragraph: Enter your email address.
    - textbox "Password" [invalid]
    - button "Show password"
    - paragraph: Choose a password.
    - textbox "Repeat password" [invalid]
    - button "Show repeated password"
    - paragraph: Must match the password above
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
    'Repeat the password. Must match the password above',
  );
});

test('a failure is an alert, and the form says what is left to do', async ({
  page,
  expectConsole,
}) => {
  const { console: faults, reach: fail } = reach('sign-up-failed');
  if (faults) expectConsole(faults);
  await fail(page);
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - /children: equal
      - paragraph: Failed to Register!
      - paragraph: Please fill all required fields
      - button "Dismiss"
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - button "Sign Up"
    - paragraph: What you typed is still here. Try again, or sign in.
  `);
});

test('a success is a status, and the button says that nothing is left to press', async ({
  page,
}) => {
  await reach('sign-up-done').reach(page);
  const toast = page.getByRole('status').filter({ hasText: 'Successfully Register!' });
  await expect(toast).toMatchAriaSnapshot(`
    - status:
      - /children: equal
      - paragraph: Successfully Register!
      - paragraph: You will be redirected to login page
      - button "Dismiss"
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - button "Account created" [disabled]
    - paragraph: Your account is ready. Taking you to sign in.
  `);
});
