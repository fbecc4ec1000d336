/** File ending → media type of everything that a release or a deployment holds. */
export const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

/** Returns the media type of a file by its ending, in upper or lower case. */
export function mediaTypeOf(file: string): string {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return mediaTypes[ending] ?? 'application/octet-stream';
}
