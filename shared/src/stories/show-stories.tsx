import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/global.css';
import { LazyViewport } from '../toasts/LazyViewport';
import { StoriesPage, type StoriesPageProps } from './StoriesPage';
import { storiesById } from './story';

/**
 * Shows an app's stories in this page, or, with `?story=<id>`, one alone.
 * @throws Error when the page has no root, or there is no such story
 */
export function showStories(page: StoriesPageProps): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const id = new URLSearchParams(window.location.search).get('story');
  const story = id === null ? <StoriesPage {...page} /> : storiesById(page.groups).get(id);
  if (!story) throw new Error(`There is no story "${id}".`);
  const show = () => {
    createRoot(root).render(
      <StrictMode>
        {story}
        <LazyViewport />
      </StrictMode>,
    );
  };
  // The page may do without its font, but here it is what people look at.
  document.fonts.load('700 1rem Bricolage').then(show, show);
}
