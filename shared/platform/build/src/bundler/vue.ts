import path from 'node:path';
import webpack from 'webpack';
import type { ConfigAdditions } from './app-config';

/** Whether the importer is the container, which has no file, or the generated entry of the guest bundle. */
const exposesModules = (issuer: string | null) => !issuer || issuer.startsWith('data:');

/**
 * Returns the rules for Vue components. Exposed components (`microFrontend.exposes`) need no adapter.
 * @param Plugin `VueLoaderPlugin` of the vue-loader that the app installs
 */
export const vue =
  (Plugin: new () => webpack.WebpackPluginInstance): ConfigAdditions =>
  (target) => ({
    rules: [
      {
        test: /\.vue$/,
        loader: 'vue-loader',
        // With `hoistStatic` Vue inserts static markup through innerHTML, which Trusted Types refuse.
        options: { isServerBuild: target === 'sandbox', compilerOptions: { hoistStatic: false } },
      },
      {
        test: /\.vue$/,
        issuer: exposesModules,
        enforce: 'post',
        loader: path.join(import.meta.dirname, 'vue-module.cjs'),
      },
    ],
    plugins: [
      new Plugin(),
      new webpack.DefinePlugin({
        __VUE_OPTIONS_API__: false,
        __VUE_PROD_DEVTOOLS__: false,
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
        // Where Trusted Types exist, Vue creates a policy that lets any string become markup. Pages allow only one
        // policy of a name, so a second remote with Vue would fail.
        'window.trustedTypes': 'undefined',
      }),
    ],
    resolve: { extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js', '.vue'] },
  });
