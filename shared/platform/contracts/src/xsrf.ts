/** The cookie of HTML responses, which the scripts of a page send back as a header (double submit). */
export const xsrfCookieName = 'XSRF-TOKEN';
export const xsrfHeaderName = 'X-XSRF-TOKEN';
