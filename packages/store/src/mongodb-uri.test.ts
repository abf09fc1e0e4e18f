import { describe, expect, it } from '@jest/globals';

import { mongodbUriVariable } from './mongodb-uri.js';

const { parse } = mongodbUriVariable;

function refusalOf(value: string): string {
  try {
    parse(value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('The connection string was accepted');
}

describe('MONGODB_URI', () => {
  it.each([
    'mongodb://db.example.com',
    'mongodb://db.example.com:27017/leadbridge',
    'mongodb://one.example.com:27017,two.example.com:27018,three.example.com/leadbridge?replicaSet=rs0&authSource=admin&w=majority',
    'mongodb://user:p%40ss%3Aw%2Frd%25@one,two,three/leadbridge?replicaSet=rs0&readPreference=secondaryPreferred&retryWrites=true',
    'mongodb://10.0.0.1:27017,[2001:db8::7]:27018,localhost/?replicaSet=rs0&tls=true&tlsCAFile=%2Fetc%2Fca.pem',
    'mongodb+srv://user:p%40ss@cluster0.example.mongodb.net/leadbridge?retryWrites=true&w=majority&appName=leads',
    'mongodb://%2Ftmp%2Fmongodb-27017.sock/leadbridge',
    'mongodb://one,two/leadbridge?replicaSet=rs0&readPreferenceTags=dc:east&readPreferenceTags=',
  ])('accepts %s unchanged', (value) => {
    expect(parse(value)).toBe(value);
  });

  it.each([
    ['another scheme', 'postgres://secret@db.example.com/leadbridge'],
    ['no scheme', 'db.example.com:27017'],
    ['no host', 'mongodb:///leadbridge'],
    ['a port that is none', 'mongodb://one:27017,two:99999/leadbridge'],
    ['a port that is no number', 'mongodb://one:secret,two:27017/leadbridge'],
    ['an unescaped @ in the password', 'mongodb://user:p@secret@one,two/leadbridge'],
    ['an unescaped / in the password', 'mongodb://user:p/secret@one,two/leadbridge'],
    ['a percent sign that escapes nothing', 'mongodb://user:secret%zz@one,two/leadbridge'],
    ['several hosts by SRV', 'mongodb+srv://secret-one.example.com,two.example.com/leadbridge'],
    ['a port by SRV', 'mongodb+srv://secret.example.com:27017/leadbridge'],
    ['an option that the driver does not know', 'mongodb://one,two/leadbridge?replicaSett=secret'],
    ['an option of another type', 'mongodb://one,two/leadbridge?tls=secret'],
    ['an option without a value', 'mongodb://one,two/leadbridge?secret='],
    [
      'options that contradict each other',
      'mongodb://one,two/leadbridge?directConnection=true&appName=secret',
    ],
  ])('rejects %s, without quoting it', (_, value) => {
    const refusal = refusalOf(value);
    expect(refusal).toMatch(/^a MongoDB connection string/u);
    expect(refusal).not.toContain('secret');
  });

  it('explains the error if that quotes no value', () => {
    expect(refusalOf('mongodb://user:p/ss@one/db')).toContain('Password contains unescaped characters');
    expect(refusalOf('mongodb+srv://a.example.com:1/db')).toContain('cannot have port number');
    expect(refusalOf('mongodb://one/db?replicasett=rs0')).toContain('option replicasett is not supported');
  });
});
