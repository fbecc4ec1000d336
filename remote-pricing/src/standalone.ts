// The boundary behind which the share scope is ready before the page asks for React.
void import('./standalone-page');
