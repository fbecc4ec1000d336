import '@shopwright/shared/styles/global.css';
import { startSite } from '@composed/host/start-site';
import { site } from './site';

/** Starts this site in a page of it. */
export const start = () => startSite(site);
