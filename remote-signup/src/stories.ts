// `npm run gallery`: in the place of the standalone page, and never in a release.
void import('./stories/page');
