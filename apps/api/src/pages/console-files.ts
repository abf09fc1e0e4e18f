import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AppError } from '@leadbridge/platform';
import express, { Router, type RequestHandler, type Response } from 'express';

import type { ApiServices } from '../services.js';
import { setConsolePolicy } from './content-security-policy.js';
import { pageContext } from './page-context.js';
import { isLooking } from './require-sign-in.js';

/** Where `npm run build` puts the console, relative to both the sources and the build. */
const builtConsole = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

/** The build's placeholder for the nonce of each copy of the page. */
const noncePlaceholder = '%STYLE_NONCE%';

/** The names of assets contain a hash of their content, so browsers can cache them for a year. */
const assetAge = 'public, max-age=31536000, immutable';

/** The encodings of the compressed copies with their endings, the smallest first. */
const compressions = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/**
 * The console's files, mounted at `/console`. They contain no personal data and need no sign-in: the console
 * reads its data from the API as the signed-in user. Every path without a file returns the page, which
 * selects its screen by itself; the status is 404 if there is no such screen.
 *
 * @param folder of the built console
 */
export function consoleFiles(services: Pick<ApiServices, 'limits'>, folder: string = builtConsole): Router {
  const router = Router({ caseSensitive: true });
  router.use(pageContext('/console', services));
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

/** Sends the copy that the build has compressed, if the client accepts it. */
function preferCompressed(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, name, kind = ''] = /^\/([\w.-]+\.(js|css|svg))$/u.exec(request.path) ?? [];
    const type = types[kind];
    if (name !== undefined && type !== undefined) {
      response.vary('Accept-Encoding');
      const [encoding, extension] =
        compressions.find(
          ([accepted, ending]) =>
            request.acceptsEncodings(accepted) === accepted && existsSync(join(folder, `${name}.${ending}`)),
        ) ?? [];
      if (encoding !== undefined && extension !== undefined) {
        request.url = `/${name}.${extension}`;
        response.type(type).setHeader('Content-Encoding', encoding);
      }
    }
    next();
  };
}

/** Reads the page again for each request, so that a new build shows at once. */
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
