const connectionString =
  /^(?<server>mongodb(?:\+srv)?:\/\/(?<login>[^/?]*@)?[^/?@]+)(?:\/(?<database>[^?]*))?(?:\?(?<options>.*))?$/;

/**
 * The same server with another database. A login without an `authSource` is checked against the database of the address, so
 * that one is named outright before it is replaced.
 *
 * @throws Error where `uri` is no MongoDB connection string
 */
export function withDatabase(uri: string, database: string): string {
  const groups = connectionString.exec(uri)?.groups;
  if (groups === undefined) {
    throw new Error('MONGODB_URI is no MongoDB connection string');
  }
  const options = (groups['options'] ?? '').split('&').filter((option) => option !== '');
  if (groups['login'] !== undefined && !options.some((option) => option.startsWith('authSource='))) {
    options.push(`authSource=${groups['database'] || 'admin'}`);
  }
  return `${groups['server'] ?? ''}/${database}${options.length > 0 ? `?${options.join('&')}` : ''}`;
}
