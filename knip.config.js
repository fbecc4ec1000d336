// @ts-check
/* The settings of knip are in package.json, but for the remotes': each begins with the modules that it exposes. */
import { readdirSync, readFileSync } from 'node:fs';

/** @param {string} folder */
const readPackage = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** @param {string} folder */
function settingsOf(folder) {
  /** @type {readonly { import: string }[]} */
  const modules = Object.values(readPackage(folder).microFrontend.exposes);
  const files = ['./src/standalone-page', ...modules.map((module) => module.import)];
  const entry = files.map((file) => `${file.slice(2)}.{ts,tsx}`);
  return { entry: [...entry, 'src/**/*.stories.tsx'], webpack: true };
}

const { knip } = readPackage('.');
const remotes = readdirSync('.').filter((name) => name.startsWith('remote-'));
const ofRemotes = Object.fromEntries(remotes.map((folder) => [folder, settingsOf(folder)]));

export default { ...knip, workspaces: { ...knip.workspaces, ...ofRemotes } };
