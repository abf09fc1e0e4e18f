import { describe, expect, it } from '@jest/globals';

import { optOutBody } from './suppression-view.js';

describe('the body of an opt-out', () => {
  it('is accepted with spaces around its reason, so that no opt-out is lost because of them', () => {
    const { error } = optOutBody.validate({ email: 'ada@example.com', reason: ' asked by phone\n' });
    expect(error).toBeUndefined();
  });
});
