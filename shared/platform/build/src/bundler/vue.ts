import path from 'node:path';
import webpack from 'webpack';
import type { Additions } from './app-config';

/** Modules are imported by the container, or by the generated entry for rendering. */
const exposesModules = (issuer: string | null) => !issuer || issuer.startsWith('data:');

/**
 * Rules of a build with components of Vue. One that is exposed (`microFrontend.exposes`) needs no adapter.
 * @param Plugin VueLoaderPlugin of the app's own vue-loader
 */
export const vue =
  (Plugin: new () => webpack.WebpackPluginInstance): Additions =>
  (target) => ({
    rules: [
      {
        test: /\.vue$/,
        loader: 'vue-loader',
        // Vue would insert static parts as text, which pages of the site refuse.
        options: { isServerBuild: target === 'server', compilerOptions: { hoistStatic: false } },
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
        // With Trusted Types Vue makes a policy that lets any text become markup, and that no second remote can make.
        'window.trustedTypes': 'undefined',
      }),
    ],
    resolve: { extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js', '.vue'] },
  });
