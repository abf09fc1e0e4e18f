import { describe, expect, it } from '@jest/globals';

import {
  codesInWords,
  formatDay,
  formatDuration,
  formatExactShare,
  formatRelative,
  formatTime,
  inWords,
  valueText,
} from './format.js';

describe('what people read', () => {
  it.each([
    [0, '0 s'],
    [999, '1 s'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
    [-5, '0 s'],
  ])('a duration of %d ms is %s', (milliseconds, expected) => {
    expect(formatDuration(milliseconds)).toBe(expected);
  });

  it('a day is the same one in every zone, and what is no day stays as it is', () => {
    expect(formatDay('2027-03-31')).toMatch(/31/u);
    expect(formatDay('2027-03-31')).not.toContain('-');
    expect(formatDay('soon')).toBe('soon');
  });

  it.each([
    [0, 'just now'],
    [-59_999, 'just now'],
    [30_000, 'in a moment'],
    [-60_000, '1 min ago'],
    [4 * 60_000, 'in 4 min'],
    [-3_599_999, '59 min ago'],
    [-7_200_000, '2 h ago'],
    [86_400_000, 'in 1 d'],
    [-29 * 86_400_000, '29 d ago'],
    [-30 * 86_400_000, new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(0)],
  ])('a moment %d ms away is %s', (distance, expected) => {
    const now = 30 * 86_400_000;
    expect(formatRelative(new Date(now + distance).toISOString(), now)).toBe(expected);
  });

  it.each([
    [1, '100 %'],
    [0.9999, '99.9 %'],
    [0.5, '50 %'],
    [0, '0 %'],
  ])('a share of %d is %s', (share, expected) => {
    expect(formatExactShare(share)).toBe(expected);
  });

  it('a moment names its zone', () => {
    expect(formatTime('2026-01-31T09:00:00Z')).toMatch(/(?:UTC|GMT|[A-Z]{2,5})/u);
    expect(formatRelative('never', 0)).toBe('never');
  });

  it.each([
    [
      'The PSA moved lead 7 from new_lead to no_interest.',
      'The PSA moved lead 7 from new lead to no interest.',
    ],
    ['Name a lead_id or an email', 'Name a lead ID or an email'],
    ['CF_105 of job_0mx2 at a_b@example.com, https://x.example/a_b', null],
  ])('codes in a message are words: %s', (message, words) => {
    expect(codesInWords(message)).toBe(words ?? message);
  });

  it('names are words, and what is no time is left as it is', () => {
    expect(inWords('bulk_import')).toBe('Bulk import');
    expect(inWords('psa.base_url')).toBe('PSA base URL');
    expect(inWords('opt_out_lists')).toBe('Opt-out lists');
    expect(inWords('dnc_sync')).toBe('DNC sync');
    expect(inWords('linkedin_url')).toBe('LinkedIn URL');
    expect(formatTime('never')).toBe('never');
  });
});

describe('a value of a field', () => {
  it.each([
    ['Ada', 'Ada'],
    [2015, '2015'],
    [true, 'Yes'],
    [false, 'No'],
    ['', '–'],
    [null, '–'],
    [undefined, '–'],
    [[], '–'],
    [['a', 'b'], 'a, b'],
    [{}, '–'],
    [{ psa_id: 7, is_open: false }, 'PSA ID: 7, Is open: No'],
  ])('%j reads %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
