import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { localLimits } from '../testing/test-limits.js';
import { consoleFiles } from './console-files.js';
import { startPages, type PageApp } from './testing/page-app.js';

let folder: string;
let pages: PageApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadbridge-console-'));
  await mkdir(join(folder, 'assets'));
  await Promise.all([
    writeFile(
      join(folder, 'index.html'),
      '<style nonce="%STYLE_NONCE%"></style><i nonce="%STYLE_NONCE%"></i>',
    ),
    writeFile(join(folder, 'screens.json'), '["/", "/jobs", "/jobs/$jobId"]'),
    writeFile(join(folder, 'icon.svg'), '<svg></svg>'),
    writeFile(join(folder, 'secret.txt'), 'not for anybody'),
    writeFile(join(folder, 'assets', 'app-1a2b.js'), 'let a;'),
    writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('let a;')),
    writeFile(join(folder, 'assets', 'small.css'), 'a{}'),
  ]);
  pages = await startPages((app) => app.use('/console', consoleFiles({ limits: localLimits() }, folder)));
});

afterAll(async () => {
  pages.close();
  await rm(folder, { recursive: true });
});

describe('the page of the console', () => {
  it.each([
    ['/console', 200],
    ['/console/', 200],
    ['/console/jobs', 200],
    ['/console/jobs/', 200],
    ['/console/jobs/job_1?tab=rows', 200],
    ['/console/jobs/job_1/rows', 404],
    ['/console/nope', 404],
    ['/console/__proto__', 404],
    ['/console/secret.txt', 404],
    ['/console/screens.json', 404],
  ])('is sent for %s with status %d', async (path, status) => {
    const response = await pages.ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('<style nonce=');
  });

  it('has another nonce each time, which its policy names', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await pages.ask('/console');
        const [nonce = '', other] = [...(await response.text()).matchAll(/nonce="([^"]+)"/gu)].map(
          ([, n]) => n,
        );
        expect(other).toBe(nonce);
        expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
  });

  it('is not sent for a change', async () => {
    expect(await (await pages.ask('/console/jobs', { method: 'POST' })).json()).toEqual({
      code: 'passed on',
    });
  });

  it('says how to build it, if it is not built', async () => {
    const empty = await startPages((app) =>
      app.use('/console', consoleFiles({ limits: localLimits() }, join(folder, 'none'))),
    );
    expect(await (await empty.ask('/console')).json()).toEqual({
      code: 'RESOURCE_NOT_FOUND',
      message: 'The console is not built: run npm run build',
    });
    empty.close();
  });
});

describe('the assets of the console', () => {
  it('are cached for a year', async () => {
    const response = await pages.ask('/console/assets/small.css');
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'a{}',
    ]);
  });

  it('are sent compressed to those who accept it', async () => {
    const sent = await new Promise<{ encoding: unknown; type: unknown; vary: unknown }>((resolve) => {
      void pages.ask('/console').then((page) => {
        const { origin } = new URL(page.url);
        const asked = request(`${origin}/console/assets/app-1a2b.js`, {
          headers: { 'accept-encoding': 'gzip' },
        });
        asked.on('response', ({ headers }) => {
          asked.destroy();
          resolve({
            encoding: headers['content-encoding'],
            type: headers['content-type'],
            vary: headers.vary,
          });
        });
        asked.end();
      });
    });
    expect(sent).toEqual({
      encoding: 'gzip',
      type: 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  });

  it.each(['identity', 'gzip;q=0', 'br'])('are sent as they are to those who accept %s', async (encoding) => {
    const response = await pages.ask('/console/assets/app-1a2b.js', {
      headers: { 'accept-encoding': encoding },
    });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'let a;']);
  });

  it.each(['none.js', '..%2fsecret.txt', '..%2f..%2fpackage.json', '%00.js', ''])(
    'that do not exist are refused, and their folder stays closed: "%s"',
    async (name) => {
      const response = await pages.ask(`/console/assets/${name}`, { headers: { 'accept-encoding': 'gzip' } });
      expect(response.ok).toBe(false);
      expect(await response.text()).not.toContain('not for anybody');
    },
  );
});

it('the icon is sent', async () => {
  const response = await pages.ask('/console/icon.svg');
  expect([response.headers.get('content-type'), await response.text()]).toEqual([
    'image/svg+xml',
    '<svg></svg>',
  ]);
});
