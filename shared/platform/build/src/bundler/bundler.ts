import type webpack from 'webpack';
import type { WebpackPluginInstance } from 'webpack';

type FederationOptions = ConstructorParameters<typeof webpack.container.ModuleFederationPlugin>[0];
interface ContainerOptions extends Omit<FederationOptions, 'remoteType'> {
  readonly name: string;
}

/** The parts of a configuration that differ between webpack and Rspack. */
export interface Bundler {
  /** Plugins that webpack and Rspack both have, under the same names. */
  readonly plugins: Pick<
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
  readonly commonPlugins: readonly WebpackPluginInstance[];
  readonly container: (options: ContainerOptions) => readonly WebpackPluginInstance[];
  readonly integrity: (options: { hashFuncNames: ['sha256'] }) => WebpackPluginInstance;
  readonly styles: (options: { filename: string }) => WebpackPluginInstance;
  /** The loader that extracts style sheets into files. */
  readonly styleLoader: string;
  /** React Refresh, which keeps the state of components during edits. @param app the name of the app */
  readonly refresh: (app: string) => Promise<WebpackPluginInstance>;
}
