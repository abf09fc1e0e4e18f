import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AppError } from '@leadbridge/platform';
import express, { Router, type RequestHandler, type Response } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { setConsolePolicy } from './content-security-policy.js';
import { isLooking } from './require-sign-in.js';

/** Where `npm run build` puts the console, seen from the sources and from what was built of them. */
const builtConsole = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** What the build writes where the nonce of a copy of the page comes. */
const noncePlaceholder = '%STYLE_NONCE%';

/** The names of assets hold a hash of what is in them: what a browser has once is good for a year. */
const assetAge = 'public, max-age=31536000, immutable';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/**
 * The console's files, to be mounted at `/console`. They hold nothing of anybody, and need no sign-in: what the console shows it asks of the
 * API, as the person who is signed in. Every address that is no file is answered with the page, which finds out by itself which screen it
 * shows; the status is 404 where it is none.
 *
 * @param folder where the built console is
 */
export function consoleFiles(services: Pick<ApiServices, 'limits'>, folder: string = builtConsole): Router {
  const router = Router({ caseSensitive: true });
  router.use(async (request, response, next) => {
    edgeContext(response).route = '/console';
    await setHeadersOfLimits(callerAddress(request), response, services.limits);
    next();
  });
  router.use('/assets', preferCompressed(join(folder, 'assets')), assets(folder));
  router.get('/icon.svg', (_request, response) => {
    response.sendFile('icon.svg', { root: folder, cacheControl: false });
  });
  router.use(showPage(folder));
  return router;
}

function assets(folder: string): RequestHandler {
  const serve = express.static(join(folder, 'assets'), {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (response: Response) => {
      response.setHeader('Cache-Control', assetAge);
    },
  });
  return (request, response, next) => {
    serve(request, response, (error?: unknown) => {
      response.removeHeader('Content-Encoding');
      next(error ?? new AppError('RESOURCE_NOT_FOUND', 'The console has no such file: load the page again'));
    });
  };
}

/** Hands out the copy that the build has compressed, to who takes it. */
function preferCompressed(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, name, extension = ''] = /^\/([\w.-]+\.(js|css|svg))$/u.exec(request.path) ?? [];
    const type = types[extension];
    if (name !== undefined && type !== undefined) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings('gzip') === 'gzip' && existsSync(join(folder, `${name}.gz`))) {
        request.url = `/${name}.gz`;
        response.type(type).setHeader('Content-Encoding', 'gzip');
      }
    }
    next();
  };
}

/** The page, read anew: a build beside a running service shows with the next request. */
function showPage(folder: string): RequestHandler {
  return (request, response, next) => {
    if (!isLooking(request)) {
      next();
      return;
    }
    const page = readBuilt(join(folder, 'index.html'));
    if (page === null) {
      throw new AppError('RESOURCE_NOT_FOUND', 'The console is not built: run npm run build');
    }
    const nonce = randomBytes(16).toString('base64');
    setConsolePolicy(response, nonce);
    response
      .status(isScreen(request.path, readBuilt(join(folder, 'screens.json'))) ? 200 : 404)
      .type('html')
      .send(page.replaceAll(noncePlaceholder, nonce));
  };
}

/** @param screens the list that the build has written (`screen-paths.ts` of the console) */
function isScreen(path: string, screens: string | null): boolean {
  const partsOf = (address: string): readonly string[] => address.split('/').filter((part) => part !== '');
  const parts = partsOf(path);
  return (JSON.parse(screens ?? '[]') as readonly string[])
    .map(partsOf)
    .some(
      (screen) =>
        screen.length === parts.length &&
        screen.every((part, index) => part.startsWith('$') || part === parts[index]),
    );
}

function readBuilt(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
