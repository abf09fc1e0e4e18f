import { describe, expect, it } from '@jest/globals';

import { isFieldFor, leadFieldChoices } from './lead-field-choices.js';

describe('a field that is looked for', () => {
  it.each([
    ['num', ['Number of employees']],
    ['headcount', ['Number of employees']],
    ['external_id', ['ID in the source']],
    ['Surname', ['Last name']],
    [' phone', ['Phone', 'Company phone']],
    ['shoe size', []],
  ])('by %j is %j', (search, labels) => {
    const found = leadFieldChoices.flatMap(({ items }) => items.filter((item) => isFieldFor(search, item)));
    expect(found.map(({ label }) => label)).toEqual(labels);
  });

  it('is every one as long as nothing is typed', () => {
    expect(leadFieldChoices.every(({ items }) => items.every((item) => isFieldFor('', item)))).toBe(true);
  });
});
