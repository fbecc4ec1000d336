import path from 'node:path';
import type { Configuration, RuleSetRule, RuleSetUseItem } from 'webpack';
import { appAt } from '@composed/apps';
import type { Bundler } from './bundler';
import { developmentConfig } from './development';
import { styleLoaders, type Target } from './base-config';
import { browserConfig, serverConfig } from './production';
import { repositoryRoot } from '@composed/apps/this-repository';

/**
 * The configuration that an app's framework adds. Its rules come before the others.
 * @param styles loaders of CSS, for rules of Sass or Less: `use: [...styles, 'sass-loader']`
 */
export type Additions = (
  target: Target,
  styles: readonly RuleSetUseItem[],
) => Pick<Configuration, 'plugins' | 'resolve'> & { rules?: RuleSetRule[] };

/** A module in every entry, beside the dev server’s client. */
const announceEdits = ({ own }: Bundler) =>
  new own.EntryPlugin(import.meta.dirname, './announce-edits', {});

/**
 * The configurations of one app: a build makes its release (browser files and the server bundle), `serve` its
 * dev server.
 * @param home of the app: its folder, whose package.json describes it
 * @param additions of the app's own
 * @throws Error when it describes no app
 */
export function appConfig(bundler: Bundler, home: string, additions: Additions = () => ({})) {
  const app = appAt(home);
  const extended = <Config extends Configuration>(config: Config, target: Target): Config => {
    const {
      rules = [],
      plugins = [],
      resolve = {},
    } = additions(target, styleLoaders(bundler, app, target));
    if (target === 'dev' && rules.length > 0) plugins.push(announceEdits(bundler));
    return {
      ...config,
      // CI would never read the cache, and writing it takes a fourth of the build.
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
      return extended(await developmentConfig(bundler, app), 'dev');
    }
    const { folder = path.join(repositoryRoot, 'dist', app.name, 'current') } = env;
    return [
      extended(browserConfig(bundler, app, String(folder)), 'browser'),
      extended(serverConfig(bundler, app, String(folder)), 'server'),
    ];
  };
}
