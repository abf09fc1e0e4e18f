import { describe, expect, it } from '@jest/globals';

import { checkListLength } from './list-body.js';

const list = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

describe('checkListLength', () => {
  const leads = { field: 'leads', items: 3 };
  const message = 'leads holds more than 3 items';

  it('accepts a list of exactly as many items as are allowed, and refuses one more', () => {
    expect(() => {
      checkListLength({ leads: list(3) }, leads);
    }).not.toThrow();
    expect(() => {
      checkListLength({ leads: list(4) }, leads);
    }).toThrow(
      expect.objectContaining({
        message,
        status: 413,
        details: { field: 'leads', value: 4, errors: [{ field: 'leads', value: 4, message }] },
      }),
    );
  });

  it('counts the body itself where that is the list', () => {
    const body = { field: 'body', items: 2 };
    expect(() => {
      checkListLength(list(2), body);
    }).not.toThrow();
    expect(() => {
      checkListLength(list(3), body);
    }).toThrow('body holds more than 2 items');
  });

  it.each([
    ['a body that is a list where its member is counted', list(9)],
    ['another member', { others: list(9) }],
    ['a member that is no list', { leads: 'abcdefgh' }],
    ['an inherited member', Object.create({ leads: list(9) })],
    ['null', null],
    ['no body', undefined],
    ['a number', 7],
  ])('leaves %s to the schema', (_what, body) => {
    expect(() => {
      checkListLength(body, leads);
    }).not.toThrow();
  });

  it('accepts everything on a route without a limit', () => {
    expect(() => {
      checkListLength({ leads: list(9) }, undefined);
    }).not.toThrow();
  });

  it('does not list the characters of a long text', () => {
    const before = process.cpuUsage();
    checkListLength('x'.repeat(1_000_000), leads);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(100);
  });
});
