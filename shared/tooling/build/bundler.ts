import type webpack from 'webpack';
import type { WebpackPluginInstance } from 'webpack';

/** Of `ModuleFederationPlugin` what a remote's container is made of. */
export interface ContainerOptions {
  readonly name: string;
  readonly filename: string;
  readonly library: { type: 'window'; name: string };
  readonly exposes: Record<string, { import: string; name: string }>;
  readonly shared: Record<
    string,
    { singleton: boolean; import?: false; requiredVersion: string | false }
  >;
}

/** What of a configuration webpack and Rspack each bring themselves. */
export interface Bundler {
  /** Plugins that both have under these names. */
  readonly own: Pick<
    typeof webpack,
    'DefinePlugin' | 'HotModuleReplacementPlugin' | 'optimize' | 'SourceMapDevToolPlugin'
  >;
  readonly container: (options: ContainerOptions) => readonly WebpackPluginInstance[];
  readonly integrity: (options: { hashFuncNames: ['sha384'] }) => WebpackPluginInstance;
  readonly styles: (options: { filename: string }) => WebpackPluginInstance;
  /** Loader of style sheets that become files. */
  readonly styleLoader: string;
  /** Keeps the state of components that are edited. @param app whose components they are */
  readonly refresh: (app: string) => readonly WebpackPluginInstance[];
}
