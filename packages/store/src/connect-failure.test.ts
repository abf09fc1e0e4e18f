import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';

import { connectFailureOf } from './connect-failure.js';

/** The driver's error when it found no server. */
function failure(...servers: readonly { type: string; error: Error | null }[]): Error {
  const found = new Map(servers.map((server, index) => [`db${index}.example.com:27017`, server]));
  return Object.assign(new Error('Server selection timed out'), { reason: { servers: found } });
}

const away = { type: 'Unknown', error: new Error('connect ECONNREFUSED 127.0.0.1:1') };
const secondary = { type: 'RSSecondary', error: null };

describe('an unusable MongoDB is reported in one line:', () => {
  it.each([
    [
      'a replica set without a primary',
      failure(secondary, away, away),
      'the replica set of MONGODB_URI has no primary: 1 of 3 members respond, and a majority must',
    ],
    [
      'a certificate that is not trusted',
      failure({ type: 'Unknown', error: new Error('self-signed certificate') }),
      'the certificate of MongoDB is not trusted (self-signed certificate): tlsCAFile in MONGODB_URI names the authority that signed it',
    ],
  ])('%s', (_name, error, line) => {
    expect(connectFailureOf(error)).toBe(line);
  });

  it("servers of which none responds, with the installed driver's own error", async () => {
    const opening = mongoose
      .createConnection('mongodb://127.0.0.1:1,127.0.0.1:2/test?replicaSet=x', {
        serverSelectionTimeoutMS: 100,
      })
      .asPromise();
    const error: unknown = await opening.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(connectFailureOf(error)).toMatch(/^no server of MONGODB_URI responds \(connect ECONNREFUSED/);
  });

  it('and nothing is reported for other errors', () => {
    expect(connectFailureOf(new Error('Authentication failed.'))).toBeNull();
  });
});
