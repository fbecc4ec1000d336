import '@testing-library/jest-dom';
// Imported before ./fail-on-console: its clean-up then runs first, and messages during unmounting fail the test too.
import { configure } from '@testing-library/react';
import './fail-on-console';
import './text-nodes';

// Milliseconds. Long enough for a busy machine: it only ends waits for something that never happens.
configure({ asyncUtilTimeout: 90_000 });
