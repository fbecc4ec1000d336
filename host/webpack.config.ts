import { createAppConfig } from '@composed/tooling/build/webpack';

export default createAppConfig(import.meta.dirname);
