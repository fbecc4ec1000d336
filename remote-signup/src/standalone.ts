// One step of indirection: the shared packages are settled before anything uses them.
void import('./standalone-page');
