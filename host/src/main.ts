import '@shopwright/shared/styles/global.css';
import { startHost } from '@composed/host/start-host';

void startHost(() => import(/* webpackMode: "eager" */ './site-config'));
