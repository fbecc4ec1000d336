import { vue } from '@composed/build/bundler/vue';
import { createAppConfig } from '@composed/build/bundler/webpack';
import { VueLoaderPlugin } from 'vue-loader';

export default createAppConfig(import.meta.dirname, vue(VueLoaderPlugin));
