import { describe, expect, it } from '@jest/globals';

import { readFaultRule } from './fault-rule.js';

describe('readFaultRule', () => {
  it('takes a complete rule as it is', () => {
    const rule = {
      kind: 'drop',
      when: 'after',
      method: 'POST',
      path: '/api/*',
      nth: 2,
      times: 3,
      probability: 0.5,
    };
    expect(readFaultRule(rule)).toEqual(rule);
  });

  it.each([
    [{}, 'kind'],
    [{ kind: 'earthquake' }, 'kind'],
    [{ kind: 'error', status: 200 }, 'status'],
    [{ kind: 'error', when: 'later' }, 'when'],
    [{ kind: 'error', when: 'during' }, 'during'],
    [{ kind: 'error', times: 0 }, 'times'],
    [{ kind: 'error', nth: 1.5 }, 'nth'],
    [{ kind: 'error', probability: 2 }, 'probability'],
    [{ kind: 'error', path: 5 }, 'path'],
    [{ kind: 'error', sometimes: true }, 'sometimes'],
    [{ kind: 'latency' }, 'milliseconds'],
    [{ kind: 'latency', milliseconds: -1 }, 'milliseconds'],
    [{ kind: 'answer', when: 'after' }, 'body'],
    [{ kind: 'answer', body: {} }, 'after'],
    [{ kind: 'ignore_fields' }, 'fields'],
    [{ kind: 'ignore_fields', fields: ['a', 1] }, 'fields'],
    [{ kind: 'bulk_partial', indexes: [-1] }, 'indexes'],
    [{ kind: 'bulk_short', applied: 'no' }, 'applied'],
  ])('says what is wrong with %j', (rule, named) => {
    expect(readFaultRule(rule)).toContain(named);
  });
});
