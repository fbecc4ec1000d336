import { createAppConfig } from '@shopwright/shared/build/webpack';

export default createAppConfig(import.meta.dirname);
