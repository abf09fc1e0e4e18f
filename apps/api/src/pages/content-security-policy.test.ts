import { describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';

import { setConsolePolicy, setDashboardPolicy, setPagePolicy } from './content-security-policy.js';

/** The directives that a page is sent with, by name. */
function policyOf(set: (response: Response) => void): ReadonlyMap<string, string> {
  const response: Response = Object.create(express.response);
  let policy = '';
  response.setHeader = (name, value) => {
    expect(name).toBe('Content-Security-Policy');
    policy = String(value);
    return response;
  };
  set(response);
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

const policies = [
  ['our pages', policyOf(setPagePolicy)],
  ['the queue dashboard', policyOf(setDashboardPolicy)],
  [
    'the console',
    policyOf((response) => {
      setConsolePolicy(response, 'abc');
    }),
  ],
] as const;

describe.each(policies)('the policy of %s', (_page, policy) => {
  it('loads nothing but what it names, and runs scripts of ours that are files', () => {
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self'");
  });

  it('cannot be framed, and sends forms to us alone', () => {
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
  });

  it('names no other host', () => {
    expect([...policy.values()].join(' ')).not.toMatch(/https?:|\*|\./);
  });
});

describe('styles', () => {
  it('are files on our pages, and may stand in elements of the dashboard', () => {
    expect(policies[0][1].get('style-src')).toBe("'self'");
    expect(policies[1][1].get('style-src')).toBe("'self' 'unsafe-inline'");
  });

  it('are let through by the nonce of each copy of the console', () => {
    expect(policies[2][1].get('style-src')).toBe("'self' 'nonce-abc'");
  });
});

describe('the base of addresses', () => {
  it('is named by the dashboard alone', () => {
    expect(policies.map(([, policy]) => policy.get('base-uri'))).toEqual(["'none'", "'self'", "'none'"]);
  });
});
