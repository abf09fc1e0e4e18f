import type { Variable } from '@leadbridge/platform';
import mongoose from 'mongoose';

import { driverOptions } from './connect.js';

/**
 * Messages of the driver that quote no value: a connection string contains a password, and in a malformed one
 * it may be anywhere.
 */
const harmlessReasons = [
  /^Invalid scheme,/,
  /^Protocol and host list are required in the uri$/,
  /^Password contains unescaped characters$/,
  /^URI contained empty userinfo section$/,
  /^mongodb\+srv URI cannot have (multiple service names|port number)$/,
  /^options? [A-Za-z]{1,40}(, [A-Za-z]{1,40})* (is|are) not supported$/,
  /^directConnection option requires exactly one host$/,
];

/**
 * A MongoDB connection string, with any number of hosts. The driver's own parser validates it, together with
 * the options of every connection; nothing is opened or resolved.
 */
function readUri(value: string): string {
  try {
    new mongoose.mongo.MongoClient(value, driverOptions);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const isHarmless = harmlessReasons.some((pattern) => pattern.test(reason));
    throw new Error(
      `a MongoDB connection string such as mongodb://user:password@host1:27017,host2:27017/database?replicaSet=name, with other characters than letters and digits percent-encoded in user and password${isHarmless ? ` (${reason})` : ''}`,
    );
  }
  return value;
}

/** The environment variable of every app that opens the database. */
export const mongodbUriVariable = {
  name: 'MONGODB_URI',
  description: 'the MongoDB that holds records, results and deliveries',
  parse: readUri,
} satisfies Variable<string>;
