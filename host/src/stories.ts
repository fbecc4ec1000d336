// `npm run gallery`: in the place of the site's start, and never in a release.
void import('./stories/page');
