import { fileURLToPath } from 'node:url';

import express, { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';

/** Beside `src` and `dist`, so that it is the same folder for both. */
const folder = fileURLToPath(new URL('../../public/', import.meta.url));

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The page of the simulator: three static files, which read and change everything through `/simulator`. */
export function pageRoutes(): Router {
  const router = Router();
  router.use((_request: Request, response: Response, next: NextFunction) => {
    response.set(headers);
    next();
  });
  router.use(express.static(folder, { index: 'index.html', cacheControl: true, maxAge: 0 }));
  return router;
}
