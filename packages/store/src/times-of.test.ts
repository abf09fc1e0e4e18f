import { expect, it } from '@jest/globals';

import { dated, isoTimes, msTimes } from './times-of.js';

const at = '2026-01-31T09:00:00.000Z';

it('presents the times of a document alone, and those of none of its parts', () => {
  const part = { at: new Date(at) };
  const document = { name: at, count: 1, startedAt: new Date(at), finishedAt: null, part };
  expect(isoTimes(document)).toEqual({ ...document, startedAt: at });
  expect(msTimes(document)).toEqual({ ...document, startedAt: Date.parse(at) });
});

it('is undone before an entry is stored', () => {
  expect(isoTimes(dated({ at, text: 'Called' }))).toEqual({ at, text: 'Called' });
});
