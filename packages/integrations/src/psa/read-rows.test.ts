import { describe, expect, it } from '@jest/globals';

import { readFound, readRows, readSingle } from './read-rows.js';

const rows = [{ id: 1 }, { id: 2 }];

describe('reading many', () => {
  it.each([
    ['a bare array', rows, null],
    ['an envelope', { record_count: 7, tickets: rows }, 7],
    ['an envelope in other case', { RecordCount: '7', Tickets: rows }, 7],
    ['a common name', { total: 7, results: rows }, 7],
    ['a nested envelope', { data: { record_count: 7, tickets: rows } }, 7],
    ['an unknown name', { page_no: 1, faults: rows }, null],
    ['columns beside the rows', { record_count: 7, columns: [{ id: 9 }], faults: rows }, 7],
  ])('reads %s', (_name, json, total) => {
    expect(readRows(json, 'tickets')).toMatchObject({ rows, total });
  });

  it('reads a single entity as a list of one', () => {
    expect(readRows({ id: 4, customfields: [] }, 'tickets')?.rows).toEqual([{ id: 4, customfields: [] }]);
  });

  it.each([[null], [[]], [{ record_count: 0 }], [{ tickets: null }], [{ record_count: 0, tickets: [] }]])(
    'reads %j as empty',
    (json) => {
      expect(readRows(json, 'tickets')?.rows).toEqual([]);
    },
  );

  it.each([
    [undefined],
    [''],
    [[null]],
    [[[]]],
    [{ tickets: [5] }],
    [5],
    ['text'],
    [{}],
    [{ error: 'x' }],
    [true],
  ])('does not treat %j as a list', (json) => {
    expect(readRows(json, 'tickets')).toBeNull();
  });
});

describe('reading one', () => {
  const ticket = { id: 1, customfields: [{ id: 101 }] };

  it.each([
    ['bare', ticket],
    ['wrapped', { ticket }],
    ['wrapped in data', { data: { ticket } }],
    ['in an array', [ticket]],
    ['in an envelope', { record_count: 1, tickets: [ticket] }],
    ['under an unknown name', { Faults: ticket }],
  ])('reads it %s', (_name, json) => {
    expect(readSingle(json, 'tickets')).toEqual(ticket);
  });

  it('takes no custom field for the entity that has it', () => {
    const customfields = [{ id: 101, name: 'Lead source', value: 'CSV' }];
    expect(readSingle({ status_id: 2, customfields }, 'tickets')).toBeNull();
    expect(readSingle([{ CustomFields: customfields }], 'tickets')).toBeNull();
    expect(readSingle({ ticket: { ...ticket, customfields } }, 'tickets')).toMatchObject(ticket);
  });

  it('knows the singular of opportunities', () => {
    expect(readSingle({ opportunity: ticket, extra: {} }, 'opportunities')).toEqual(ticket);
  });

  it.each([[null], [undefined], [[]], [{}], ['x'], [{ tickets: [] }]])('finds none in %j', (json) => {
    expect(readSingle(json, 'tickets')).toBeNull();
  });
});

describe('an entity that was read by its id', () => {
  it.each([
    [{ error: 'Ticket not found' }],
    [{ message: 'There is nothing here' }],
    [null],
    [{ record_count: 0, tickets: [] }],
  ])('no longer exists if the response is %j', (response) => {
    expect(readFound(response, 'tickets', 9)).toBeNull();
  });

  it.each([[''], [0], [true], [[]], [[null]], [{}], [[{}]], [{ message: 'OK' }], [{ data: null }]])(
    'still exists if the response says nothing: %j',
    (response) => {
      expect(() => readFound(response, 'tickets', 9)).toThrow('responded to a read of tickets/9 with');
    },
  );

  it.each([
    [{ error: 'The database is busy' }],
    [{ errors: ['Try again'] }],
    [{ ClassName: 'System.Exception', Message: 'Try again' }],
    [{ Message: 'An error has occurred.', ExceptionMessage: 'Timeout expired' }],
  ])('still exists after an error with status 200: %j', (response) => {
    expect(() => readFound(response, 'tickets', 9)).toThrow(/responded to a read with an error/);
  });
});
