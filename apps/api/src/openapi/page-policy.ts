import { createHash } from 'node:crypto';

import { pageStyle } from './page-style.js';

/**
 * The page's Content-Security-Policy: nothing is loaded and nothing runs; its own style is allowed by its
 * digest.
 */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * For Scalar's reference: its scripts are our own files, and it calls only us. It writes styles into elements
 * and style tags, which no digest or nonce can cover.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
