import { createAppConfig } from '@composed/build/bundler/webpack';

export default createAppConfig(import.meta.dirname);
