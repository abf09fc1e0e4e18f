import { createHash } from 'node:crypto';

import { pageStyle } from './page-style.js';

/** The page's Content-Security-Policy: nothing is loaded and nothing runs; its own style is known by its digest. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
