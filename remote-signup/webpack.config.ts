import { createAppConfig } from 'shared/build/webpack';

export default createAppConfig('signup');
