import { describe, expect, it } from '@jest/globals';

import { changeOf, differences, edited, unsaved, withEdit, withValue } from './difference.js';

const before = {
  providers: { csv: { rate_limit: 0, aliases: ['file'] }, manual: { rate_limit: 0 } },
  workflow: { auto_conversion: false },
};

describe('the difference of settings', () => {
  it('names what changes, from what to what, and nothing else', () => {
    const after = withValue(
      withValue(before, ['providers', 'csv', 'rate_limit'], 60),
      ['providers', 'csv', 'aliases'],
      [],
    );
    expect(differences(before, after)).toEqual([
      { path: 'providers › csv › rate_limit', from: 0, to: 60 },
      { path: 'providers › csv › aliases', from: ['file'], to: [] },
    ]);
    expect(changeOf(before, after)).toEqual({ providers: { csv: { rate_limit: 60, aliases: [] } } });
  });

  it('is nothing where a change was taken back, and holds what is new', () => {
    const back = withValue(
      withValue(before, ['workflow', 'auto_conversion'], true),
      ['workflow', 'auto_conversion'],
      false,
    );
    expect(differences(before, back)).toEqual([]);
    expect(changeOf(before, back)).toEqual({});
    const added = withValue(before, ['status_ids', 'won'], 9);
    expect(differences(before, added)).toEqual([{ path: 'status_ids', from: undefined, to: { won: 9 } }]);
    expect(changeOf(before, added)).toEqual({ status_ids: { won: 9 } });
  });
});

describe('the edits of settings', () => {
  const mine = withEdit([], { path: ['providers', 'csv', 'rate_limit'], value: 60 });

  it('leave alone what somebody else saves meanwhile', () => {
    const saved = withValue(before, ['workflow', 'auto_conversion'], true);
    expect(changeOf(saved, edited(saved, mine))).toEqual({ providers: { csv: { rate_limit: 60 } } });
  });

  it('replace that of the same path, and end once they are saved', () => {
    const later = withEdit(mine, { path: ['providers', 'csv', 'rate_limit'], value: 90 });
    expect(edited(before, later)).toEqual(withValue(before, ['providers', 'csv', 'rate_limit'], 90));
    expect(unsaved(before, later)).toEqual(later);
    expect(unsaved(edited(before, later), later)).toEqual([]);
  });
});
