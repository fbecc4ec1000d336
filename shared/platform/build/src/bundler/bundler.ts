import type webpack from 'webpack';
import type { WebpackPluginInstance } from 'webpack';

type FederationOptions = ConstructorParameters<typeof webpack.container.ModuleFederationPlugin>[0];
interface ContainerOptions extends Omit<FederationOptions, 'remoteType'> {
  readonly name: string;
}

/** The part of a configuration that differs between webpack and Rspack. */
export interface Bundler {
  /** Plugins that webpack and Rspack both have, under the same names. */
  readonly own: Pick<
    typeof webpack,
    | 'BannerPlugin'
    | 'Compilation'
    | 'DefinePlugin'
    | 'EntryPlugin'
    | 'NormalModuleReplacementPlugin'
    | 'optimize'
    | 'ProvidePlugin'
    | 'SourceMapDevToolPlugin'
  >;
  /** Plugins of every build. */
  readonly always: readonly WebpackPluginInstance[];
  /** @param options of `ModuleFederationPlugin` */
  readonly container: (options: ContainerOptions) => readonly WebpackPluginInstance[];
  readonly integrity: (options: { hashFuncNames: ['sha256'] }) => WebpackPluginInstance;
  readonly styles: (options: { filename: string }) => WebpackPluginInstance;
  /** Loader of style sheets that become files. */
  readonly styleLoader: string;
  /** Keeps the state of components that are edited. @param app whose components they are */
  readonly refresh: (app: string) => Promise<WebpackPluginInstance>;
}
