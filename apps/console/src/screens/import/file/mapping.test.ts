import { describe, expect, it } from '@jest/globals';

import {
  applySaved,
  fields,
  fieldsTwice,
  guessMapping,
  leadOfRow,
  leftOut,
  mapOptOuts,
  savableMapping,
  type Mapping,
} from './mapping.js';

const fieldsOf = (mapping: Mapping) => mapping.map(({ field }) => field);
const table = { kind: 'table', purpose: 'leads' } as const;
const json = { kind: 'json', purpose: 'leads' } as const;
const to = (column: string, field: string | null) => ({ column, field, isGuess: false });

describe('the mapping of columns', () => {
  it('takes every field by its own name, as no guess', () => {
    const mapping = guessMapping(fields);
    expect(fieldsOf(mapping)).toEqual(fields);
    expect(mapping.every(({ isGuess }) => !isGuess)).toBe(true);
  });

  it('guesses a name that comes close, and says that it guessed', () => {
    expect(guessMapping(['first_name', 'compny'])).toEqual([
      to('first_name', 'first_name'),
      { column: 'compny', field: 'company', isGuess: true },
    ]);
  });

  it('guesses no field that another column names', () => {
    expect(fieldsOf(guessMapping(['compny', 'company']))).toEqual([null, 'company']);
  });

  it('leaves out a column that is like no field, and one without a name', () => {
    expect(fieldsOf(guessMapping(['shoe size', '']))).toEqual([null, null]);
  });

  it('of a saved one counts before every guess, also where it leaves a column out', () => {
    const saved = [
      { column: 'Ansprechpartner', field: 'last_name' },
      { column: 'email', field: null },
      { column: 'not in this file', field: 'title' },
    ];
    expect(applySaved(saved, ['Ansprechpartner', 'email', 'company'])).toEqual([
      to('Ansprechpartner', 'last_name'),
      to('email', null),
      to('company', 'company'),
    ]);
  });

  it('is saved without the columns that have no name', () => {
    expect(savableMapping([to('', 'email'), to('Firma', 'company'), to('x', null)])).toEqual([
      { column: 'Firma', field: 'company' },
      { column: 'x', field: null },
    ]);
  });

  it('names the columns that it leaves out, but none about consent, which is read in any case', () => {
    const mapping = guessMapping([
      'E-Mail (geschäftl.)',
      'Owner',
      'Email Opt-In',
      'Opted out',
      '',
      'Shoe size',
    ]);
    expect(fieldsOf(mapping)).toEqual(['email', null, null, 'do_not_contact', null, null]);
    expect(leftOut(mapping)).toEqual(['Owner', 'Shoe size']);
  });

  it('names each field once that more than one column goes into', () => {
    const mapping = ['email', null, 'email', 'company', null, 'email'].map((field) => to('any', field));
    expect(fieldsTwice(mapping)).toEqual(['email']);
  });
});

describe('what is sent of a row', () => {
  it('is, of a table, what is mapped alone', () => {
    const mapping = [to('Mail', 'email'), to('notes', null)];
    expect(leadOfRow(table, mapping, { row: 2, cells: ['a@example.com', 'secret'] })).toEqual({
      email: 'a@example.com',
    });
  });

  it('is, of a table, the first of two columns that is not empty', () => {
    const mapping = [to('Mail', 'email'), to('Inbox', 'email')];
    expect(leadOfRow(table, mapping, { row: 2, cells: ['', 'b@example.com'] })).toEqual({
      email: 'b@example.com',
    });
  });

  it.each([
    ['Work Email', 'Personal Email', 'email'],
    ['Mobile', 'Home Phone', 'phone'],
  ])('is, of two columns whose names say the same (%s, %s), both', (one, other, field) => {
    const mapping = mapOptOuts([one, other]);
    for (const kind of ['table', 'json'] as const) {
      const lead = leadOfRow({ kind, purpose: 'leads' }, mapping, { row: 2, cells: ['first', 'second'] });
      expect(lead).toEqual({ [field]: 'first', [other]: 'second' });
    }
  });

  it('is, of a list of opt-outs, every address, whatever its column is called', () => {
    const mapping = [to('Email', 'email'), to('A', 'email'), to('B', 'email'), to('Company', 'company')];
    const cells = ['one@example.com', '', ' three@example.com', 'Acme'];
    expect(leadOfRow({ ...table, purpose: 'opt-outs' }, mapping, { row: 2, cells })).toEqual({
      email: 'one@example.com, three@example.com',
      company: 'Acme',
    });
  });

  it('is, of JSON, also what has no field, as it stands, and nothing where a row lacks the key', () => {
    const mapping = [to('Mail', 'email'), to('org', null), to('title', 'title')];
    const cells = ['a@example.com', { name: 'Acme' }, undefined];
    expect(leadOfRow(json, mapping, { row: 1, cells })).toEqual({
      email: 'a@example.com',
      org: { name: 'Acme' },
    });
  });

  it.each([
    ['table', to('Email Opt-In', null), 'no', { 'Email Opt-In': 'no' }],
    ['table', to('Stage', null), 'Do Not Contact', { Stage: 'Do Not Contact' }],
    ['table', to('Stage', null), 'Prospect', {}],
    ['table', to('Marketing consent', 'do_not_contact'), 'withdrawn', { 'Marketing consent': 'withdrawn' }],
    ['table', to('Sperre', 'do_not_contact'), 'ja', { do_not_contact: 'ja' }],
    ['json', to('HasOptedOutOfEmail', 'do_not_contact'), true, { HasOptedOutOfEmail: true }],
  ] as const)('is, of %s with %j, what is about consent under its own name', (kind, mapped, cell, lead) => {
    expect(leadOfRow({ kind, purpose: 'leads' }, [mapped], { row: 2, cells: [cell] })).toEqual(lead);
  });

  it.each(['table', 'json'] as const)('is, of %s, an opt-out of any column', (kind) => {
    const mapping = [to('Call Opt Out', 'do_not_contact'), to('Email Opt Out', 'do_not_contact')];
    expect(leadOfRow({ kind, purpose: 'leads' }, mapping, { row: 2, cells: ['no', 'yes'] })).toMatchObject({
      'Email Opt Out': 'yes',
    });
    const unnamed = [to('A', 'do_not_contact'), to('B', 'do_not_contact')];
    expect(leadOfRow({ kind, purpose: 'leads' }, unnamed, { row: 2, cells: ['no', 'yes'] })).toEqual({
      do_not_contact: 'yes',
    });
  });

  it('is, of JSON, the first of two keys that go into one field', () => {
    const mapping = [to('Mail', 'email'), to('Inbox', 'email')];
    const cells = ['a@example.com', 'b@example.com'];
    expect(leadOfRow(json, mapping, { row: 1, cells })).toEqual({ email: 'a@example.com' });
  });
});
