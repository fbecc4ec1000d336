import { createAppConfig } from '@composed/build/bundler/webpack';
import { VueLoaderPlugin } from 'vue-loader';
import webpack from 'webpack';

export default createAppConfig(import.meta.dirname, (target) => ({
  rules: [
    {
      test: /\.vue$/,
      loader: 'vue-loader',
      // Vue copies parts that never change as text, which pages of the site refuse.
      options: { isServerBuild: target === 'server', compilerOptions: { hoistStatic: false } },
    },
  ],
  plugins: [
    new VueLoaderPlugin(),
    new webpack.DefinePlugin({
      __VUE_OPTIONS_API__: false,
      __VUE_PROD_DEVTOOLS__: false,
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
      // Else Vue makes a policy that lets any text become markup, and that two remotes cannot both make.
      'window.trustedTypes': 'undefined',
    }),
  ],
}));
