import { describe, expect, it } from '@jest/globals';

import { roleHasPermission } from '../permissions.js';
import { allChangeKinds, changeKinds, streamQuery } from './changes.js';

const query = streamQuery('Two minutes where it is left out.');

describe('the query of a stream', () => {
  it('has no default of its own: each route has another', () => {
    expect(query.validate({})).toEqual({ value: {} });
  });

  it.each([
    ['1', 1],
    ['300', 300],
  ])('lets a stream last %s seconds', (text, seconds) => {
    expect(query.validate({ seconds: text })).toEqual({ value: { seconds } });
  });

  it.each([
    ['0', 'seconds must be greater than or equal to 1'],
    ['-1', 'seconds must be greater than or equal to 1'],
    ['301', 'seconds must be less than or equal to 300'],
    ['1.5', 'seconds must be an integer'],
    ['1e2', 'seconds must be an integer'],
    ['010', 'seconds must be an integer'],
    ['forever', 'seconds must be a number'],
    ['', 'seconds must be a number'],
  ])('refuses %j seconds', (seconds, message) => {
    expect(query.validate({ seconds }).error?.message).toBe(message);
  });

  it('says in the documents what holds where seconds are left out', () => {
    expect(query.extract('seconds').describe().flags).toMatchObject({
      description: 'The stream ends after this time. Two minutes where it is left out.',
    });
  });
});

describe('the kinds of changes', () => {
  it('are all visible to an admin', () => {
    expect(allChangeKinds.filter((kind) => !roleHasPermission('admin', changeKinds[kind]))).toEqual([]);
  });

  it('hide the error log and the settings, and nothing else, from a viewer', () => {
    expect(allChangeKinds.filter((kind) => !roleHasPermission('viewer', changeKinds[kind]))).toEqual([
      'errors',
      'config',
    ]);
  });
});
