// `npm run stories` builds this in the place of the site’s start; releases never hold it.
void import('./stories/page');
