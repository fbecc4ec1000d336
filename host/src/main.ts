import { startHost } from '@composed/host/start-host';

void startHost(() => import(/* webpackMode: "eager" */ './start'));
