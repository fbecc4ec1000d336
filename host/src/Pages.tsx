import { memo } from 'react';
import { Route, Router, Routes, type Navigator } from 'react-router-dom';
import { routes } from './routes';

/** The router only matches the path: links in the pages are plain, and the shell handles clicks on them. */
const noNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : (to.pathname ?? '')),
  push: () => undefined,
  replace: () => undefined,
  go: () => undefined,
};

/**
 * The page of the route. Renders again only when the path changes.
 * @param props.pathname under the base path
 */
export const Pages = memo(function Pages({ pathname }: { readonly pathname: string }) {
  return (
    <Router location={pathname} navigator={noNavigator}>
      <Routes>
        {routes.map(({ path, page }) => (
          <Route key={path} caseSensitive path={path} element={page} />
        ))}
      </Routes>
    </Router>
  );
});
