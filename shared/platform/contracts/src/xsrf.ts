/** A cookie of HTML responses. The scripts of a page send its value back in a header (double-submit cookie). */
export const xsrfCookieName = 'XSRF-TOKEN';
export const xsrfHeaderName = 'X-XSRF-TOKEN';
