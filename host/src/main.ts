import { startHost } from '@composed/host/start';

void startHost(async () => (await import(/* webpackMode: "eager" */ './site')).site);
