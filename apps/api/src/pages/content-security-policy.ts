import type { Response } from 'express';

const own = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** For our own pages: nothing inline, nothing from other origins. */
export function setPagePolicy(response: Response): void {
  response.setHeader('Content-Security-Policy', [...own, "style-src 'self'", "base-uri 'none'"].join('; '));
}

/** The queue dashboard's scripts are our own files, but it sets a base and writes styles. */
export function setDashboardPolicy(response: Response): void {
  response.setHeader(
    'Content-Security-Policy',
    [...own, "style-src 'self' 'unsafe-inline'", "base-uri 'self'"].join('; '),
  );
}

/** The component library writes style elements, which a unique nonce in every copy of the page allows. */
export function setConsolePolicy(response: Response, nonce: string): void {
  response.setHeader(
    'Content-Security-Policy',
    [...own, "worker-src 'self'", `style-src 'self' 'nonce-${nonce}'`, "base-uri 'none'"].join('; '),
  );
}
