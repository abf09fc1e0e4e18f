import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'apps/console/README.md',
    'apps/psa-simulator/README.md',
    'packages/client/README.md',
    'tests/drills/README.md',
    'tests/system/HALOPSA.md',
  ],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].sort();

/** Neither a compiler nor a formatter complains of these in Markdown; the formatter turns `>>>>>>>` into quotes. */
const mergeMarker = /^(<{7}|>{7}|\|{7}|={7}$|(> ){6}>|\| =======)/m;

const withoutCode = (text: string): string => text.replace(/^ *```[^]*?^ *```/gm, '');

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Links of a document that lead to no file, or to no heading of it. */
function brokenLinks(path: string): string[] {
  const prose = withoutCode(read(path)).replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    if (/^[a-z]+:/.test(target)) {
      return false;
    }
    const linked = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(root, linked))) {
      return true;
    }
    return anchor !== undefined && !(statSync(join(root, linked)).isFile() && anchorsOf(linked).has(anchor));
  });
}

const words = (paths: readonly string[]): number => paths.join(' ').split(/\s+/).filter(Boolean).length;

describe('a document', () => {
  it.each(documents)('has only links that lead somewhere, and no rest of a merge conflict: %s', (path) => {
    expect(brokenLinks(path)).toEqual([]);
    expect(mergeMarker.exec(read(path))).toBeNull();
  });

  it.each([
    ['README.md', 800],
    ['CHANGELOG.md', 1_200],
  ])('is short enough to be read: %s', (path, maxWords) => {
    expect(words([read(path)])).toBeLessThanOrEqual(maxWords);
  });
});
