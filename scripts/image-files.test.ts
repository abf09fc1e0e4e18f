import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../', import.meta.url));
const linesOf = (path: string): string[] =>
  readFileSync(join(root, path), 'utf8')
    .replace(/\\\n/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** A pattern of an ignore file of Docker, which also matches everything below a folder that it matches. */
function patternToRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/gu, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/gu,
      (glob) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[glob] ?? '[^/]',
    );
  return new RegExp(`^${source}(?:/.*)?$`, 'u');
}

const rules = linesOf('.dockerignore').map((line) => ({
  isSent: line.startsWith('!'),
  matches: patternToRegExp(line.replace(/^!/u, '')),
}));

/** Whether the build gets a file: the last pattern that matches decides. */
function isSent(path: string, given = rules): boolean {
  return given.findLast(({ matches }) => matches.test(path))?.isSent ?? true;
}

/** What the Dockerfile copies from the working tree, not from another stage. */
const copied = linesOf('Dockerfile')
  .filter((line) => /^(?:COPY|ADD)\s/u.test(line) && !line.includes('--from='))
  .flatMap((line) =>
    line
      .split(/\s+/u)
      .slice(1, -1)
      .filter((word) => !word.startsWith('--')),
  );

/** The workspaces, whose package.json files npm needs before the sources. */
const manifests = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
);

describe('what the image is built from', () => {
  it.each([...new Set(copied)])('is there and sent to the build: %s', (path) => {
    expect(existsSync(join(root, path))).toBe(true);
    expect(isSent(path)).toBe(true);
  });

  it.each(manifests)('has %s before npm installs', (path) => {
    expect(copied).toContain(path);
  });

  it('has every configuration that the build extends or names', () => {
    const build = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.build as string;
    const named = [...build.matchAll(/[\w./-]+\.(?:json|mjs)\b/gu)].map(([file]) => file);
    expect(named).toContain('tsconfig.build.json');
    for (const file of named) {
      expect({ file, isSent: isSent(file) }).toEqual({ file, isSent: true });
      expect(copied.some((path) => path === file || file.startsWith(`${path}/`))).toBe(true);
    }
  });

  it.each([
    '.env',
    'secrets/mongodb_password',
    '.git/config',
    'packages/store/src/x.test.ts',
    'apps/api/dist/main.js',
    'node_modules/x',
  ])('does not contain %s', (path) => {
    expect(isSent(path)).toBe(false);
  });

  it('misses a file that only a general pattern matches', () => {
    const everything = [{ isSent: false, matches: patternToRegExp('**') }];
    expect(isSent('tsconfig.build.json', everything)).toBe(false);
  });
});

describe('what Docker Compose mounts and reads from the working tree', () => {
  const mounts = linesOf('docker-compose.yml').flatMap(
    (line) => /^- (\.\/[\w./-]+):\//u.exec(line)?.slice(1) ?? [],
  );

  it('is there', () => {
    expect(mounts).toContain('./docker/Caddyfile');
    for (const path of mounts) {
      expect({ path, exists: existsSync(join(root, path)) }).toEqual({ path, exists: true });
    }
  });
});

describe('what the manifests of Kubernetes name', () => {
  const folders = readdirSync(join(root, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('kustomization.yaml'))
    .map((path) => join('deploy/kubernetes', path, '..'));

  it.each(folders)('is there: %s', (folder) => {
    const named = linesOf(join(folder, 'kustomization.yaml')).flatMap(
      (line) => /^- (?:path: )?([\w./-]+\.yaml|\.\.[\w./-]*)$/u.exec(line)?.slice(1) ?? [],
    );
    expect(named).not.toEqual([]);
    for (const path of named) {
      expect({ path, exists: existsSync(join(root, folder, path)) }).toEqual({ path, exists: true });
    }
  });
});
