import { describe, expect, it } from '@jest/globals';

import { findSeparator } from './find-separator.js';

describe('the separator of a table', () => {
  it.each([
    ['commas', 'name,email\nAda,ada@example.com\n', ','],
    ['semicolons', 'name;email\nAda;ada@example.com\n', ';'],
    ['tabs', 'name\temail\nAda\tada@example.com\n', '\t'],
    ['bars', 'name|email\nAda|ada@example.com\n', '|'],
    ['one row alone', 'name;email;phone', ';'],
    ['semicolons, with commas in numbers', 'name;revenue\nAda;1,5\nGrace;2\n', ';'],
    ['commas, with semicolons in one cell', 'name,tags\nAda,a;b;c\nGrace,a\n', ','],
    ['semicolons, with as many commas in every row', 'a;b;c\n1,5;2;3\n1,5;2;3\n', ';'],
    ['the sign that makes more cells, of two that are even', 'a,b;c;d\n1,2;3;4\n', ';'],
    ['commas, with a quoted list of semicolons', 'name,tags\n"Ada; Grace; Mary","x;y"\n', ','],
    ['semicolons, with a quoted cell of two lines', 'a;b\n"1,\n2,3";x\n', ';'],
    ['semicolons, with a doubled quote', 'a;b\n"he said ""a,b""";x\n', ';'],
    ['semicolons, with blank rows', '\n\na;b\n\n1;2\n  \n', ';'],
    ['semicolons, with a last row that was cut off', 'a;b;c\n1;2;3\n4;5', ';'],
    ['uneven rows, by the first row', 'a;b;c\n1;2\n1;2;3;4\n', ';'],
  ])('is found for %s', (_case, sample, separator) => {
    expect(findSeparator(sample)).toBe(separator);
  });

  it.each(['', 'name', 'name\nAda\nGrace\n', '\n\n', '"a;b;c"'])(
    'is a comma for %j, which has nothing to judge by',
    (sample) => {
      expect(findSeparator(sample)).toBe(',');
    },
  );

  it('is judged by the first 20 rows alone', () => {
    const even = 'a;b\n'.repeat(20);
    expect(findSeparator(`${even}a,b,c;d;e;f\n`)).toBe(';');
    expect(findSeparator(`${'a,x;b\n'.repeat(19)}a;b\n${'a;b\n'.repeat(5)}`)).toBe(';');
  });
});
