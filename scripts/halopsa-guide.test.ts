import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { apiVariables } from '../apps/api/src/config.js';
import { workerVariables } from '../apps/worker/src/config.js';
import { fieldOptions } from '../apps/psa-simulator/src/halopsa/halo-setup.js';
import { customFields } from '../packages/domain/src/custom-fields.js';
import { STATUSES, statusName } from '../packages/domain/src/lifecycle.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const guide = read('docs/halopsa.md');
const proof = read('tests/system/HALOPSA.md');
/** An opportunity of a HaloPSA has fields of its own for these. */
const nativeFields = [301, 303, 304];

/** The items of the lists under a heading, each as what stands before its colon and behind. */
function itemsUnder(heading: string): string[][] {
  const section = guide.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(([, ...item]) => item);
}

/** The text of a file of tests, as the list of proofs names it. */
function testsOf(file: string): string {
  return read(`tests/system/${file}`);
}

const damages = [...proof.matchAll(/^\d\. (.+)$/gm)].map(([, damage = '']) => damage);

describe('the guide to HaloPSA', () => {
  it('has every status to create, under its name', () => {
    const statuses = Object.entries(STATUSES).flatMap(([record, names]) =>
      names.map((status) => [`\`${statusName(status)}\``, record]),
    );
    const shown = itemsUnder('Statuses').flatMap(([record = '', names = '']) =>
      names.split(', ').map((name) => [name.replace(' (needed)', ''), record]),
    );
    expect(shown).toEqual(statuses);
  });

  it('has every field to create, under its label, and the options of each list', () => {
    const items = itemsUnder('Custom fields of tickets');
    expect(items.map(([field]) => field).filter((field) => !/^\d+$/.test(field ?? ''))).toEqual(
      customFields.filter(({ id }) => !nativeFields.includes(id)).map(({ id, name }) => `${id} \`${name}\``),
    );
    const options = new Map(items.map(([number = '', texts = '']) => [number, texts]));
    for (const [id, texts] of fieldOptions) {
      for (const text of texts) {
        expect(options.get(String(id))).toContain(`\`${text}\``);
      }
    }
  });

  const cases = [...proof.matchAll(/^\| (\d+) +\| (.+?) +\| `(.+)` +\|$/gm)].map(
    ([, number = '', what = '', file = '']) => ({ number, what, file }),
  );

  it('has a proof of each of the twenty cases in their order', () => {
    expect(cases.map(({ number }) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it.each(cases)('case $number is a test of its number: $what', ({ number, file }) => {
    expect(testsOf(file)).toContain(`[${number}]`);
  });

  it.each(damages)('a damage is a test of its name: %s', (damage) => {
    expect(testsOf('halopsa.full.test.ts')).toContain(`it('${damage}'`);
  });

  it('names no setting that does not exist', () => {
    const declared = new Set(Object.values({ ...apiVariables, ...workerVariables }).map(({ name }) => name));
    const named = [...guide.matchAll(/\bPSA_[A-Z_]+\b/g)].map(([name]) => name);
    expect([...new Set(named)].filter((name) => !declared.has(name))).toEqual([]);
  });
});
