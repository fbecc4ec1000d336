import '@testing-library/jest-dom';
// Loaded before the guard, so that its unmounting comes first and is watched as well.
import { configure } from '@testing-library/react';
import './console';
import './text-nodes';

// Milliseconds. What is waited for ends a wait at once; this is for what hangs, on however busy a machine.
configure({ asyncUtilTimeout: 90_000 });
