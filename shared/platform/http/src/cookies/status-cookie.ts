/** The cookie with the operator's token for the status page. */
export const statusCookie = 'status_token';
