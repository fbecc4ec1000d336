import {
  aDeploymentInput,
  aHost,
  aPricing,
  composeOnce,
  hostServer,
  inGuest,
  pricingServer,
  refusal,
} from '@composed/testing/release/composable-releases';

/* Messages of guests that have replaced the platform's own functions in the sandbox. */

test.each([
  ["['canonicalLocales', { length: 1.5e9 }]", 'Invalid type'],
  ["['intl', 'DateTimeFormat', [], null, { method: 'format', values: [] }]", 'Invalid length'],
  ["['intl', 'DateTimeFormat', [], null, { method: 'format', values: [{}] }]", 'Invalid key'],
  ["['intl', 'constructor', [], null, { method: 'format', values: [] }]", 'Invalid type'],
  ["['localeMethod', {}, 'toLocaleString', [], null]", 'Invalid'],
  ['{}', 'Invalid type'],
])('a forged call is answered with an error: %s', async (json, message) => {
  const forge = `Array.prototype.toJSON = () => { delete Array.prototype.toJSON; return ${json} };`;
  const answer = await inGuest(
    `${forge} try { return String(Intl.getCanonicalLocales('en')) } catch (error) { return String(error) }`,
  );
  expect(answer).toContain(message);
});

const says = (message: string) =>
  `Object.prototype.toJSON = function () { return this.kind === 'print' ? (${message}) : this };`;

const readMessage = '{ kind: "read", id: 1, app: "host", file: "main.0a.js" }';
test.each([
  [readMessage, 'it asks for a file, as the host alone may'],
  ['{ kind: "plan", modules: [] }', 'it plans modules, as the host alone may'],
  ['{ kind: "page", address: "/" }', 'it makes pages, as the host alone may'],
  ['{ kind: "failed", stack: "x".repeat(18e6) }', 'it says or asks too much'],
  ['{ kind: "step", what: "x".repeat(5000) }', 'it gave no page but'],
])('a remote that says %s is refused', async (message, sentence) => {
  const server = pricingServer(`${says(message)} console.log('a'); return '<p></p>'`);
  expect(await refusal(aDeploymentInput({ pricing: aPricing({ server }) }))).toContain(
    `pricing 0123456789ab: could not render ./PricingSection: ${sentence}`,
  );
});

test('the stack of an error has a maximum length', async () => {
  const server = pricingServer(
    "const error = new Error('a'); String.prototype.slice = () => 'x'.repeat(5e4); throw error",
  );
  const composed = composeOnce(aDeploymentInput({ pricing: aPricing({ server }) }));
  const stack: unknown = expect.stringMatching(/^x{20000}$/);
  await expect(composed).rejects.toMatchObject({ violations: [{ app: 'pricing', stack }] });
});

test('a host plans its modules once', async () => {
  const server = hostServer(`${says('{ kind: "plan", modules: [] }')} console.log('a')`);
  expect(await refusal(aDeploymentInput({ host: aHost({ server }) }))).toContain(
    'it plans its modules twice',
  );
});
