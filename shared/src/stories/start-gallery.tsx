import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/global.css';
import { LazyViewport } from '../toasts/LazyViewport';
import { Gallery, type GalleryProps } from './Gallery';
import { followOuterWindow } from './messages';
import { specimenId } from './specimens';

/**
 * Shows an app's gallery in this page, or, with `?specimen=<id>`, one specimen alone.
 * @throws Error when the page has no root, or there is no such specimen
 */
export function startGallery(gallery: GalleryProps): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const asked = new URLSearchParams(window.location.search).get('specimen');
  const alone = gallery.groups
    .flatMap((group) => group.specimens.map((specimen) => ({ group, specimen })))
    .find(({ group, specimen }) => specimenId(group, specimen) === asked);
  if (asked !== null && !alone) throw new Error(`There is no specimen "${asked}".`);
  const show = () => {
    createRoot(root).render(
      <StrictMode>
        {alone ? alone.specimen.node : <Gallery {...gallery} />}
        <LazyViewport />
      </StrictMode>,
    );
    followOuterWindow(root);
  };
  // The face is optional to the page, but here it is what is looked at.
  document.fonts.load('700 1rem Bricolage').then(show, show);
}
