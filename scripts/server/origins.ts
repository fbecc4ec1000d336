import { isLocal, type Settings } from '../environment';
import type { Place } from '../http/places';

/** Public origins, without a trailing slash. */
export type Origins = Pick<Settings, 'siteUrl' | 'previewUrl'>;

/**
 * What a preview runs nobody may have read yet: so it shares an origin, with its cookies and calls, with
 * nothing that is live, but on a machine of one's own.
 * @returns the origin where a request belongs instead, else the place to show: where a public site has no
 *   origin for previews, there are none
 */
export function whereToShow(place: Place, hostname: string, origins: Origins): Place | string {
  const { siteUrl, previewUrl } = origins;
  const isPreview = place.folder.startsWith('previews/');
  if (previewUrl === null) {
    return isPreview && !isLocal(siteUrl)
      ? { kind: 'missing', folder: 'live', file: '404.html' }
      : place;
  }
  const isAt = (origin: string) => new URL(origin).hostname === hostname;
  if (isPreview) return isAt(previewUrl) ? place : previewUrl;
  return place.kind === 'page' && isAt(previewUrl) && !isAt(siteUrl) ? siteUrl : place;
}
