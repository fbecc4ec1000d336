// `npm run stories` builds this in the place of the standalone page; releases never hold it.
void import('./stories/page');
