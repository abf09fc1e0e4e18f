import { describe, expect, it } from '@jest/globals';

import { requestOf } from '../testing/request-of.js';
import { queryFlag, queryNumber, queryText, selectedCustomFields } from './read-query.js';

describe('queryText', () => {
  it.each([
    ['search=R%26D', 'R&D'],
    ['search=M%C3%BCller', 'Müller'],
    ['search=a+b', 'a b'],
    ['search=one&search=two', 'one'],
    ['search=', undefined],
    ['search', undefined],
    ['', undefined],
    ['other=1', undefined],
  ])('reads %j as %j', (query, expected) => {
    expect(queryText(requestOf(query), 'search')).toBe(expected);
  });

  it('finds a parameter that was sent in lower case', () => {
    expect(queryText(requestOf('clientid=7'), 'clientId')).toBe('7');
  });

  it.each(['constructor', '__proto__', 'toString'])('knows no parameter %s that was not sent', (name) => {
    expect(queryText(requestOf(''), name)).toBeUndefined();
  });
});

describe('queryNumber', () => {
  it.each([
    ['n=0', 0],
    ['n=007', 7],
    ['n=999999999999999', 999_999_999_999_999],
    ['n=1000000000000000', undefined],
    ['n=-1', undefined],
    ['n=1.5', undefined],
    ['n=1e3', undefined],
    ['n=%201', undefined],
    ['n=%D9%A3', undefined],
    ['n=', undefined],
  ])('reads %j as %j', (query, expected) => {
    expect(queryNumber(requestOf(query), 'n')).toBe(expected);
  });
});

describe('queryFlag', () => {
  it.each([
    ['f=true', true],
    ['f=TRUE', true],
    ['f=1', true],
    ['f=false', false],
    ['f=0', false],
    ['f=11', false],
    ['f=yes', false],
    ['', false],
  ])('reads %j as %j', (query, expected) => {
    expect(queryFlag(requestOf(query), 'f')).toBe(expected);
  });
});

describe('selectedCustomFields', () => {
  it.each(['all', 'ALL', 'true'])('selects all fields for %s', (text) => {
    expect(selectedCustomFields(requestOf(`include_custom_fields=${text}`))).toBe('all');
  });

  it('selects fields by number, with or without their prefix', () => {
    expect(selectedCustomFields(requestOf('include_custom_fields=101,%20CF_102,cf103,101'))).toEqual(
      new Set([101, 102, 103]),
    );
  });

  it('selects none without the parameter', () => {
    expect(selectedCustomFields(requestOf('include_custom_fields='))).toBeNull();
  });
});
