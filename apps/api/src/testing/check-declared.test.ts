import { describe, expect, it } from '@jest/globals';

import { checkDeclared } from './check-declared.js';

const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
const responseWith = (status: number, body: Record<string, unknown>) => ({ status, headers, body, text: '' });

describe('the check of responses against their route', () => {
  it('lets through what is declared, and addresses that no route has', () => {
    expect(() => checkDeclared('GET', '//livez', responseWith(200, { status: 'alive' }))).not.toThrow();
    expect(() => checkDeclared('GET', '/nothing', responseWith(418, {}))).not.toThrow();
  });

  it('refuses another status, another body, and an error outside the envelope', () => {
    expect(() => checkDeclared('GET', '/livez', responseWith(418, {}))).toThrow(
      'does not declare the status 418',
    );
    expect(() => checkDeclared('GET', '/livez', responseWith(200, { status: 'dead' }))).toThrow(
      'another body',
    );
    expect(() => checkDeclared('GET', '/jobs/x?y=1', responseWith(404, { error: 'no' }))).toThrow(
      'another body',
    );
  });
});
