import { describe, expect, it } from '@jest/globals';

import { optOutBody } from './suppression-view.js';

describe('the body of an opt-out', () => {
  it('is taken with blanks around its reason: no opt-out fails for them', () => {
    const { error } = optOutBody.validate({ email: 'ada@example.com', reason: ' asked by phone\n' });
    expect(error).toBeUndefined();
  });
});
