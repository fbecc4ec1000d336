import { pinsElementId } from '@composed/contracts/page-elements';

const entry = '/assets/host/es-modules.0a.js';
const remote = (app: string) => ({ entry, global: `remote_${app}`, exposes: {} });

test('two remotes of ES modules in a page have a container each, although both request the script', async () => {
  const pins = { remotes: { reviews: remote('reviews'), questions: remote('questions') } };
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = pinsElementId;
  block.textContent = JSON.stringify(pins);
  document.body.append(block);
  const policies: string[] = [];
  const createPolicy = (name: string) => {
    // Browsers throw this error without 'allow-duplicates'.
    if (policies.includes(name)) throw new TypeError(`Policy "${name}" already exists`);
    policies.push(name);
    return {};
  };
  Object.defineProperty(window, 'trustedTypes', { value: { createPolicy } });
  const script = document.createElement('script');
  Object.defineProperty(document, 'currentScript', { value: script });
  for (const query of ['', '?retry=1']) {
    script.setAttribute('src', entry + query);
    await jest.isolateModulesAsync(async () => void (await import('./es-module-containers')));
  }
  expect(policies).toEqual(['reviews', 'questions']);
  for (const app of policies) {
    expect(Reflect.get(window, `remote_${app}`)).toHaveProperty('get');
  }
});
