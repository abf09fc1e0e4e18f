import { describe, expect, it } from '@jest/globals';
import { lastSeen, levelOf, sourcesOf } from './provider-c-facts.js';

describe('facts of an address', () => {
  it.each([
    ['VP of Sales', 'junior', 'VP'],
    [null, 'executive', 'C-Suite'],
    [null, 'Executive', 'C-Suite'],
    [null, 'senior', 'Senior'],
    [null, 'junior', 'Entry'],
    [null, null, null],
  ])('the level of the position %j and the seniority %j is %j', (position, seniority, level) => {
    expect(levelOf(position, seniority)).toBe(level);
  });

  it('the sources are pages, else domains, each once and ten at most', () => {
    const source = { uri: 'http://acme.test/team', domain: 'acme.test' };
    expect(sourcesOf({ sources: [source, source, { domain: 'acme.test' }, 'press.test'] })).toEqual([
      'http://acme.test/team',
      'acme.test',
      'press.test',
    ]);
    const many = Array.from({ length: 11 }, (_, index) => `d${index}.test`);
    expect(sourcesOf({ sources: many })).toEqual(many.slice(0, 10));
  });

  it.each([[undefined], [null], [[]], ['']])('sources of %j are none', (sources) => {
    expect(sourcesOf({ sources })).toEqual([]);
  });

  it('sources without a text do not take the place of others', () => {
    const nothing = [null, {}, { uri: null }, { uri: ['x'] }, { domain: '' }, 7.5, true];
    const pages = Array.from({ length: 10 }, (_, index) => `d${index}.test`);
    expect(sourcesOf({ sources: [null, {}, ...pages] })).toEqual(pages);
    expect(sourcesOf({ sources: nothing })).toEqual(['7.5']);
  });

  it.each([
    [
      [{ last_seen_on: '2025-12-31' }, { last_seen_on: '2026-01-01' }, { last_seen_on: '2025-01-01' }],
      '2026-01-01',
    ],
    [[{ last_seen_on: null }, {}, null, 'x'], '2024-05-05'],
    [[], '2024-05-05'],
    [undefined, '2024-05-05'],
  ])('was last seen in %j', (sources, date) => {
    expect(lastSeen({ sources, last_seen: '2024-05-05' })).toBe(date);
  });

  it('was never seen without a date', () => {
    expect(lastSeen({})).toBeNull();
    expect(lastSeen({ sources: [{}], last_seen: {} })).toBeNull();
  });
});
