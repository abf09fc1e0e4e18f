import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { apiVariables } from '../apps/api/src/config.js';
import { workerVariables } from '../apps/worker/src/config.js';
import { fieldOptions } from '../apps/psa-simulator/src/halopsa/halo-setup.js';
import { customFields } from '../packages/domain/src/custom-fields.js';
import { STATUSES, statusName } from '../packages/domain/src/lifecycle.js';

const guide = readFileSync(new URL('../docs/halopsa.md', import.meta.url), 'utf8');
/** An opportunity of a HaloPSA has fields of its own for these. */
const nativeFields = [301, 303, 304];

/** The rows of the table under a heading, their cells trimmed. */
function tableUnder(heading: string): string[][] {
  const section = guide.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The text of a file of tests, as the guide names it. */
function testsOf(file: string): string {
  return readFileSync(new URL(`../${file.replaceAll('`', '')}`, import.meta.url), 'utf8');
}

const damages = [...(guide.split('## How it is proven')[1] ?? '').matchAll(/^\d\. (.+)$/gm)].map(
  ([, damage = '']) => damage,
);

describe('the guide to HaloPSA', () => {
  it('has every status to create, under its name', () => {
    const statuses = Object.entries(STATUSES).flatMap(([record, names]) =>
      names.map((status) => [`\`${statusName(status)}\``, record]),
    );
    expect(tableUnder('Statuses').map(([name, record]) => [name, record])).toEqual(statuses);
  });

  it('has every field to create, under its label, and the options of each list', () => {
    const rows = tableUnder('Custom fields of tickets').filter(([number]) => /^\d+$/.test(number ?? ''));
    const labels = rows.filter(([, , kind]) => kind !== undefined);
    expect(labels.map(([number, label]) => [Number(number), label])).toEqual(
      customFields.filter(({ id }) => !nativeFields.includes(id)).map(({ id, name }) => [id, `\`${name}\``]),
    );
    const options = new Map(rows.filter((row) => row.length === 2).map(([number, texts]) => [number, texts]));
    for (const [id, texts] of fieldOptions) {
      for (const text of texts) {
        expect(options.get(String(id))).toContain(`\`${text}\``);
      }
    }
  });

  const cases = tableUnder('How it is proven').map(([number = '', what = '', file = '']) => ({
    number,
    what,
    file,
  }));

  it('has the twenty cases in their order', () => {
    expect(cases.map(({ number }) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it.each(cases)('case $number is a test of its number: $what', ({ number, file }) => {
    expect(testsOf(file)).toContain(`[${number}]`);
  });

  it.each(damages)('a damage is a test of its name: %s', (damage) => {
    expect(testsOf('`tests/system/halopsa.full.test.ts`')).toContain(`it('${damage}'`);
  });

  it('names no setting that does not exist', () => {
    const declared = new Set(Object.values({ ...apiVariables, ...workerVariables }).map(({ name }) => name));
    const named = [...guide.matchAll(/\bPSA_[A-Z_]+\b/g)].map(([name]) => name);
    expect([...new Set(named)].filter((name) => !declared.has(name))).toEqual([]);
  });
});
