import path from 'node:path';
import type { Configuration, RuleSetRule, RuleSetUseItem } from 'webpack';
import { readAppAt } from '@composed/apps';
import type { Bundler } from './bundler';
import { createDevelopmentConfig } from './development-config';
import { listStyleLoaders, type BuildTarget } from './base-config';
import { createBrowserConfig, createSandboxConfig } from './production-config';
import { getRepositoryRoot } from '@composed/apps/this-repository';

/**
 * Returns what an app adds to its configuration, such as the rules of a framework. Its rules come before the others.
 * @param styles the CSS loaders, for rules of Sass or Less: `use: [...styles, 'sass-loader']`
 */
export type ConfigAdditions = (
  target: BuildTarget,
  styles: readonly RuleSetUseItem[],
) => Pick<Configuration, 'plugins' | 'resolve'> & { rules?: RuleSetRule[] };

const announceEdits = ({ plugins }: Bundler) =>
  new plugins.EntryPlugin(import.meta.dirname, './announce-edits', {});

/**
 * Returns the configuration function of one app. It gives the two configurations of a release (browser files and
 * guest bundle), or for `serve` the configuration of the dev server.
 * @param home the app's folder, absolute
 * @throws Error when the folder's package.json describes no app
 */
export function createConfigFunction(
  bundler: Bundler,
  home: string,
  additions: ConfigAdditions = () => ({}),
) {
  const app = readAppAt(home);
  const extend = <Config extends Configuration>(config: Config, target: BuildTarget): Config => {
    const {
      rules = [],
      plugins = [],
      resolve = {},
    } = additions(target, listStyleLoaders(bundler, app, target));
    if (target === 'dev' && rules.length > 0) plugins.push(announceEdits(bundler));
    return {
      ...config,
      // CI never reads the cache again, and writing it takes a quarter of the build time.
      ...(process.env['CI'] ? { cache: { type: 'memory' } as const } : {}),
      resolve: { ...config.resolve, ...resolve },
      module: { ...config.module, rules: [...rules, ...(config.module?.rules ?? [])] },
      plugins: [...(config.plugins ?? []), ...plugins],
    };
  };
  return async (
    env: Readonly<Record<string, unknown>>,
  ): Promise<Configuration | Configuration[]> => {
    if (env['WEBPACK_SERVE']) {
      return extend(await createDevelopmentConfig(bundler, app), 'dev');
    }
    const { folder = path.join(getRepositoryRoot(), 'dist', app.name, 'current') } = env;
    return [
      extend(createBrowserConfig(bundler, app, String(folder)), 'browser'),
      extend(createSandboxConfig(bundler, app, String(folder)), 'sandbox'),
    ];
  };
}
