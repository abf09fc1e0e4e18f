import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const guides = ['README.md', 'CHANGELOG.md', ...docs.map((name) => join('docs', name))];

/** Neither a compiler nor a formatter complains of these in Markdown; the formatter turns `>>>>>>>` into quotes. */
const marker = /^(<{7}|>{7}|\|{7}|={7}$|(> ){6}>|\| =======)/m;

describe('a guide', () => {
  it.each(guides.filter((name) => name.endsWith('.md')))('holds no rest of a merge conflict: %s', (name) => {
    expect(marker.exec(readFileSync(join(root, name), 'utf8'))).toBeNull();
  });
});
