import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { FIELD_NAMES, FLAT_FIELDS, FOREIGN_FIELD_NAMES } from '@leadbridge/domain';

const read = (path: string): string => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');

describe('the guide to files', () => {
  it('names every field of the flat format', () => {
    const [, section = ''] = /^## Names of the fields\n([^]*?)^## /m.exec(read('files.md')) ?? [];
    const named = [...section.matchAll(/`([a-z_]+)`/g)].map(([, field]) => field);
    expect(FLAT_FIELDS.filter((field) => !named.includes(field))).toEqual([]);
  });

  it('lists every other name of every field', () => {
    const rows = [...Object.entries(FIELD_NAMES), ...Object.entries(FOREIGN_FIELD_NAMES)].flatMap(
      ([field, names]) => names.map((name) => `${field},${name}\n`),
    );
    expect(read('field-names.csv')).toBe(`field,name\n${rows.join('')}`);
  });
});
