import { expect, test } from '../helpers/fixtures';
import { reach, states } from '../helpers/states';

// What a screen reader is told, as the browser works it out, kept readable: roles, names and states in their order.

function stateNamed(name: string) {
  const state = states.find((each) => each.name === name);
  if (!state) throw new Error(`There is no state "${name}".`);
  return state;
}

const plan = (name: string, price: string) => `
  - listitem:
    - /children: equal
    - heading "${name}" [level=3]
    - paragraph: ${price}
    - list
    - link "Sign Up for ${name}":
      - /url: /signup`;

test('prices are told with their period; old and current ones by name', async ({ page }) => {
  await reach(page, stateNamed('landing'));
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
  await reach(page, stateNamed('sign-up-errors'));
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
