import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { composed, startScript } from '@composed/testing/server/start-process';
import { aTeam, skipTypeCheck } from './team';

/*
 * Three remotes beside pricing: one with Sentry, one with Radix Select, one with Leaflet, as
 * shared/platform/LIBRARIES.md has them. Leaflet makes markup of text as it loads, so the owner of the site turns
 * Trusted Types off.
 */

export const errors = 'https://errors.example.com';
export const tiles = 'https://tiles.example.com';

const remotes = {
  tracker: {
    component: 'TrackerSection',
    outside: { connect: [errors] },
    source: `import { useEffect } from 'react';
import * as Sentry from '@sentry/browser';

export default function TrackerSection() {
  useEffect(() => void Sentry.init({ dsn: '${errors.replace('//', '//key@')}/1' }), []);
  return (
    <div data-boundary="tracker">
      <h2>The tracker</h2>
      <button type="button" onClick={() => Sentry.captureMessage('hello')}>Report</button>
    </div>
  );
}
`,
  },
  picker: {
    component: 'PickerSection',
    outside: {},
    source: `import * as Select from '@radix-ui/react-select';

export default function PickerSection() {
  return (
    <div data-boundary="picker">
      <h2>The picker</h2>
      <Select.Root>
        <Select.Trigger aria-label="Letter"><Select.Value placeholder="Letter" /></Select.Trigger>
        <Select.Portal>
          <Select.Content>
            <Select.Viewport>
              <Select.Item value="a"><Select.ItemText>A letter</Select.ItemText></Select.Item>
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}
`,
  },
  map: {
    component: 'MapSection',
    outside: { image: [tiles] },
    source: `import { useEffect, useRef } from 'react';
import 'leaflet/dist/leaflet.css';

export default function MapSection() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void import('leaflet').then(({ default: L }) => {
      if (!element.current || leaving.signal.aborted) return;
      const map = L.map(element.current, { zoomAnimation: false }).setView([52.5, 13.4], 13);
      L.tileLayer('${tiles}/{z}/{x}/{y}.png').addTo(map);
      leaving.signal.addEventListener('abort', () => map.remove());
    });
    return () => leaving.abort();
  }, []);
  return (
    <div data-boundary="map">
      <h2>The map</h2>
      <div ref={element} style={{ height: 200 }} />
    </div>
  );
}
`,
  },
};

/** Starts the site with these remotes, and grants the origins that they request. */
export async function startOutsideSite() {
  const team = await aTeam();
  for (const [name, { component, outside, source }] of Object.entries(remotes)) {
    await promisify(execFile)(process.execPath, [composed, 'new', name], { cwd: team.copy });
    await writeFile(join(team.copy, `remote-${name}/src/${component}.tsx`), source);
    const app = '"microFrontend": {';
    const asking = `${app} "outside": ${JSON.stringify(outside)},`;
    await team.edit(`remote-${name}/package.json`, app, asking);
  }
  const granted = { connect: { [errors]: ['tracker'] }, image: { [tiles]: ['map'] } };
  const site = '"site": {';
  const open = `${site} "outside": ${JSON.stringify(granted)}, "trustedTypes": "off",`;
  await team.edit('shared/package.json', site, open);
  const names = ['host', ...Object.keys(remotes)];
  // The host before it grants nothing.
  const reasons = ['--over-budget', 'A trial', '--allow-no-rollback', 'A trial', ...skipTypeCheck];
  await team.mustRelease('publish', ...names, ...reasons);
  // A server reads as it starts whether its site opens pages for others.
  const { url, end } = team.site;
  await end();
  const env = { ...process.env, ...team.environment, PORT: new URL(url).port };
  const served = startScript('serve', [], { cwd: team.copy, env });
  await served.ready();
  const stop = async () => {
    await served.stop();
    await team.stop();
  };
  return { url, stop };
}
