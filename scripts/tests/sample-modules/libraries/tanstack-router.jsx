import { use } from 'react';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';

const routeTree = createRootRoute({ component: () => <p id="tanstack-router">tanstack-router</p> });
const router = createRouter({ routeTree, history: createMemoryHistory() });
router.ssr = { manifest: undefined };
const loaded = router.load();

export default () => {
  use(loaded);
  return <RouterProvider router={router} />;
};
