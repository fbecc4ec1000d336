import '@testing-library/jest-dom';
// Loaded before the guard, so that its unmounting comes first and is watched as well.
import '@testing-library/react';
import './console';
import './text-nodes';
