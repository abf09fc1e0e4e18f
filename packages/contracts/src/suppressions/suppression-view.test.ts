import { describe, expect, it } from '@jest/globals';

import { optOutBody, suppressionListQuery } from './suppression-view.js';

describe('the body of an opt-out', () => {
  it('is accepted with spaces around its reason, so that no opt-out is lost because of them', () => {
    const { error } = optOutBody.validate({ email: 'ada@example.com', reason: ' asked by phone\n' });
    expect(error).toBeUndefined();
  });
});

describe('the filter of a domain', () => {
  it.each(['acme.com', '@acme.com', 'https://www.ACME.com/about'])('reads %s as the list does', (domain) => {
    expect(suppressionListQuery.validate({ domain })).toMatchObject({ value: { domain: 'acme.com' } });
  });

  it.each([
    ['acme', 'domain names no entry: This is no domain that somebody has registered, such as acme.com'],
    ['jo@acme.com', 'domain names no entry: This is an address and no domain; send it as an email'],
  ])('is refused for %s, which can be in no list', (domain, message) => {
    expect(suppressionListQuery.validate({ domain }).error?.message).toBe(message);
  });
});
