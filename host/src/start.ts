import '@shopwright/shared/styles/global.css';
import { startSite } from '@composed/host/start-site';
import { siteConfig } from './site-config';

/** Starts this site in a page of it. */
export const start = () => startSite(siteConfig);
