import { describe, expect, it } from '@jest/globals';

import { cleanText, readOpportunity, readQualification } from './read-input.js';

describe('the data of a request', () => {
  it('is used if it is given', () => {
    expect(
      readQualification({
        pain_points: '  Manual \u0000reporting ',
        decision_maker: false,
        fit_score: 0,
        timeframe: ' \n ',
      }),
    ).toEqual({ painPoints: 'Manual reporting', decisionMaker: 'No', fitScore: 0 });
    expect(readQualification()).toEqual({});
  });

  it.each([
    [true, 'Yes'],
    [false, 'No'],
    ['Head of operations', 'Head of operations'],
  ])('stores the decision maker %p as %s', (sent, stored) => {
    expect(readQualification({ decision_maker: sent })).toEqual({ decisionMaker: stored });
  });

  it('omits what the request omits', () => {
    expect(readOpportunity({ value: 0, competitors: 'Two local firms' })).toEqual({
      value: 0,
      competitors: 'Two local firms',
    });
  });

  it('keeps the line breaks of a text', () => {
    expect(cleanText('one\r\ntwo')).toBe('one\ntwo');
    expect(cleanText('\u200b')).toBeUndefined();
  });
});
