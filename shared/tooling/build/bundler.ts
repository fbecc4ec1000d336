import type { WebpackPluginInstance } from 'webpack';

type Make<Options> = (options: Options) => WebpackPluginInstance;

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

interface SourceMapOptions {
  readonly filename: string;
  readonly append: false;
  readonly debugIds: boolean;
  readonly test: RegExp;
  readonly exclude: RegExp;
  readonly moduleFilenameTemplate: (info: { absoluteResourcePath: string }) => string;
  readonly fallbackModuleFilenameTemplate: (info: { absoluteResourcePath: string }) => string;
}

/** What stands in a configuration that is not alike for webpack and Rspack: each has plugins of its own. */
export interface Bundler {
  readonly container: (options: ContainerOptions) => readonly WebpackPluginInstance[];
  readonly define: Make<Record<string, string>>;
  readonly integrity: Make<{ hashFuncNames: ['sha384'] }>;
  readonly limitChunks: Make<{ maxChunks: number }>;
  readonly sourceMaps: Make<SourceMapOptions>;
  readonly styles: Make<{ filename: string }>;
  /** Loader of style sheets that become files. */
  readonly styleLoader: string;
  readonly hotReload: () => WebpackPluginInstance;
  /** Keeps the state of components that are edited. @param app whose components they are */
  readonly refresh: (app: string) => readonly WebpackPluginInstance[];
}
