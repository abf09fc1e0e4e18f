import { describe, expect, it } from '@jest/globals';

import {
  findingListQuery,
  findingParams,
  reconciliationListQuery,
  resolveFindingBody,
  resolveKindBody,
} from './reconciliation.js';

const messagesOf = (error: { details: readonly { message: string }[] } | undefined) =>
  error?.details.map(({ message }) => message) ?? [];

describe('the query of the findings', () => {
  it('has the first page of 100 by default', () => {
    expect(findingListQuery.validate({})).toEqual({ value: { page: 1, limit: 100 } });
  });

  it.each([
    [{ resolved: 'true' }, { resolved: true }],
    [{ resolved: 'false' }, { resolved: false }],
    [
      { format: 'csv', limit: '1000' },
      { format: 'csv', limit: 1_000 },
    ],
    [
      { page: '2', limit: '1' },
      { page: 2, limit: 1 },
    ],
  ])('reads %j', (query, expected) => {
    expect(findingListQuery.validate(query).value).toMatchObject(expected);
  });

  it.each([
    [{ limit: '0' }],
    [{ limit: '1001' }],
    [{ limit: '1.5' }],
    [{ page: '0' }],
    [{ page: '-1' }],
    [{ resolved: 'maybe' }],
    [{ resolved: '' }],
    [{ format: 'CSV' }],
    [{ kind: 'constructor' }],
    [{ cursor: 'not a cursor' }],
    [{ remedy: 'x' }],
  ])('refuses %j, and names the key', (query) => {
    const [name = ''] = Object.keys(query);
    expect(messagesOf(findingListQuery.validate(query, { abortEarly: false }).error)).toEqual([
      expect.stringContaining(name),
    ]);
  });
});

describe('the query of the reconciliations', () => {
  it('has the first page of 50 by default, and takes up to 500', () => {
    expect(reconciliationListQuery.validate({}).value).toEqual({ page: 1, limit: 50 });
    expect(reconciliationListQuery.validate({ limit: '500' }).value).toEqual({ page: 1, limit: 500 });
    expect(reconciliationListQuery.validate({ limit: '501' }).error?.message).toContain('limit');
  });
});

describe('the path of a finding', () => {
  it.each([
    [{ reconciliation_id: 'r'.repeat(64), finding_id: 'fnd_1' }, []],
    [
      { reconciliation_id: 'r'.repeat(65), finding_id: 'fnd_1' },
      ['reconciliation_id length must be less than or equal to 64 characters long'],
    ],
    [{ reconciliation_id: 'rec_1' }, ['finding_id is required']],
  ])('%j has the faults %j', (path, expected) => {
    expect(messagesOf(findingParams.validate(path).error)).toEqual(expected);
  });
});

describe('the body that resolves findings', () => {
  it.each([
    ['a missing body', undefined, ['body is required']],
    ['no remedy', {}, ['remedy is required']],
    [
      'a key more',
      { remedy: 1, all: true },
      [expect.stringContaining('remedy must be one of'), 'remedy must be a string', 'all is not allowed'],
    ],
  ])('is refused with %s', (_case, body, expected) => {
    expect(messagesOf(resolveFindingBody.validate(body, { abortEarly: false }).error)).toEqual(expected);
  });

  it('needs the kind where it resolves all of one', () => {
    expect(messagesOf(resolveKindBody.validate({}, { abortEarly: false }).error)).toEqual([
      'kind is required',
      'remedy is required',
    ]);
  });
});
