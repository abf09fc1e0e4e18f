import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { FIELD_NAMES, FLAT_FIELDS, FOREIGN_FIELD_NAMES } from '@leadbridge/domain';

const guide = readFileSync(new URL('../docs/files.md', import.meta.url), 'utf8');

describe('the guide to files', () => {
  it('shows every name of every field', () => {
    const rows = guide.split('\n').filter((line) => /^\| `[a-z_]+`/.test(line));
    const shown = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(shown.map(([, field, names]) => [field, names])).toEqual([
      ...FLAT_FIELDS.map((field) => [`\`${field}\``, FIELD_NAMES[field].join(', ')]),
      ...Object.entries(FOREIGN_FIELD_NAMES).map(([field, names]) => [`\`${field}\``, names.join(', ')]),
    ]);
  });
});
