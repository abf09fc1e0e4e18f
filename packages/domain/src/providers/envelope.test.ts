import { describe, expect, it } from '@jest/globals';
import { faultPath, openEnvelope, unwrapped } from './envelope.js';

const NOUN = { one: 'person', many: 'people' };
const person = { name: 'Dana' };

function open(data: Readonly<Record<string, unknown>>, ...routes: readonly string[]) {
  return openEnvelope(data, routes, NOUN);
}

describe('the one record of an envelope', () => {
  it.each([
    ['person', { person }, 'person', ['']],
    ['matches[]', { matches: [person] }, 'matches[0]', ['']],
    ['data.person', { data: { person } }, 'data.person', ['', 'data']],
    [
      'data.result[].data[]',
      { data: { result: [{ data: [person] }] } },
      'data.result[0].data[0]',
      ['', 'data', 'data.result[0]'],
    ],
    ['data[].attributes', { data: [{ attributes: person }] }, 'data[0].attributes', ['', 'data[0]']],
    ['matches[]', { matches: [null, undefined, person] }, 'matches[2]', ['']],
  ])('on the route %s has its path and what is around it', (route, data, path, around) => {
    const opening = open(data, route);
    expect(opening).toMatchObject({ ok: true, opened: { record: person, path } });
    expect(opening?.ok === true && opening.opened.around.map((place) => place.path)).toEqual(around);
  });

  it('is that of the first route that matches', () => {
    const data = { person: { name: 'Dana' }, matches: [{ name: 'Omar' }] };
    expect(open(data, 'matches[]', 'person')).toMatchObject({ opened: { record: { name: 'Omar' } } });
    expect(open(data, 'none', 'person', 'matches[]')).toMatchObject({ opened: { record: { name: 'Dana' } } });
  });

  it('is found among entries of which only one has the last part', () => {
    const data = { data: [{ attributes: null }, { attributes: person }, 'text'] };
    expect(open(data, 'data[].attributes')).toMatchObject({ ok: true, opened: { record: person } });
  });

  it('may be the payload itself', () => {
    expect(unwrapped(person)).toEqual({ record: person, path: '', around: [] });
  });
});

describe('an envelope is not opened', () => {
  it.each([
    ['of another name', { people: [person] }, 'matches[]'],
    ['with an object instead of a list', { matches: person }, 'matches[]'],
    ['with a list instead of an object', { person: [person] }, 'person'],
    ['with a text', { person: 'Dana' }, 'person'],
    ['with null', { person: null }, 'person'],
    ['without the inner part', { data: {} }, 'data.person'],
    ['with an inner part of another kind', { data: { person: 'Dana' } }, 'data.person'],
    ['of the prototype', {}, 'constructor'],
    ['of the prototype', {}, '__proto__'],
  ])('%s: %j', (_what, data, route) => {
    expect(open(data, route)).toBeNull();
  });
});

describe('an envelope without exactly one record', () => {
  it.each([
    ['an empty list', { matches: [] }, 'matches[]', 'data.matches'],
    ['only nulls', { matches: [null, undefined] }, 'matches[]', 'data.matches'],
    ['an empty list around it', { data: { result: [] } }, 'data.result[].data[]', 'data.data.result'],
    [
      'an empty list inside',
      { data: { result: [{ data: [] }] } },
      'data.result[].data[]',
      'data.data.result',
    ],
  ])('holds nobody: %s', (_what, data, route, field) => {
    expect(open(data, route)).toEqual({
      ok: false,
      fault: { field, value: [], message: 'This payload holds no person' },
      records: [],
    });
  });

  it('with several names their number, and has them all', () => {
    expect(open({ people: [person, 'Omar', null, { name: 'Lena' }] }, 'people[]')).toMatchObject({
      ok: false,
      fault: {
        field: 'data.people',
        value: 3,
        message: 'One item is one lead, and this payload holds 3 people',
        suggestion:
          'Send an item for each person: the same response with this one person in it, or the person alone',
      },
      records: [
        { record: person, path: 'people[0]' },
        { record: { name: 'Lena' }, path: 'people[3]' },
      ],
    });
  });

  it.each([['Dana'], [7], [true], [[person]]])('with the entry %j names its path', (entry) => {
    expect(open({ people: [null, entry] }, 'people[]')).toEqual({
      ok: false,
      fault: { field: 'data.people[1]', value: entry, message: 'must be an object with a person' },
      records: [],
    });
  });

  it('counts the records of all lists together', () => {
    const data = { data: { result: [{ data: [person] }, { data: [] }, { data: [person] }] } };
    expect(open(data, 'data.result[].data[]')).toMatchObject({ fault: { value: 2 } });
  });
});

it.each([
  [[], 'data'],
  [[''], 'data'],
  [['', 'email'], 'data.email'],
  [['matches[0]', 'email.address'], 'data.matches[0].email.address'],
])('the path of %j is %s', (steps, path) => {
  expect(faultPath(...steps)).toBe(path);
});
