import { describe, expect, it } from '@jest/globals';

import { withDatabase } from './mongodb-uri.js';

describe('withDatabase', () => {
  it.each([
    ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/other'],
    ['mongodb://127.0.0.1:27017/', 'mongodb://127.0.0.1:27017/other'],
    ['mongodb://a.test:1,b.test:2/main?replicaSet=rs', 'mongodb://a.test:1,b.test:2/other?replicaSet=rs'],
    ['mongodb+srv://db.example.com/main', 'mongodb+srv://db.example.com/other'],
    [
      'mongodb://user:p%40ss@db.example.com/main',
      'mongodb://user:p%40ss@db.example.com/other?authSource=main',
    ],
    ['mongodb://user:pass@db.example.com', 'mongodb://user:pass@db.example.com/other?authSource=admin'],
    ['mongodb://u:p@a.test/main?authSource=admin', 'mongodb://u:p@a.test/other?authSource=admin'],
  ])('turns %s into %s', (given, expected) => {
    expect(withDatabase(given, 'other')).toBe(expected);
  });

  it('refuses what is no connection string', () => {
    expect(() => withDatabase('http://127.0.0.1', 'other')).toThrow('MONGODB_URI');
  });
});
