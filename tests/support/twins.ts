import { afterAll, beforeAll } from '@jest/globals';
import { lendDatabase } from '@leadbridge/devkit';
import { connectMongo, ensureIndexes } from '@leadbridge/store';

type Connection = Awaited<ReturnType<typeof connectMongo>>;

/** A store in MongoDB, and its twin in memory that unit tests use; a contract is tested against both. */
export interface Twin<Store> {
  readonly name: string;
  open(): Store;
}

/** To be called where the tests of a contract are declared: `describe.each(twins(…))`. */
export function twins<Store>(
  inMemory: () => Store,
  inMongo: (connection: Connection) => Store,
): Twin<Store>[] {
  let connection: Connection | null = null;
  let giveBack: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    const database = await lendDatabase();
    giveBack = database.giveBack;
    connection = await connectMongo(database.mongodbUri);
    inMongo(connection);
    await ensureIndexes(connection);
  });
  afterAll(async () => {
    await connection?.close();
    await giveBack?.();
  });
  return [
    { name: 'in memory', open: inMemory },
    {
      name: 'in MongoDB',
      open: () => {
        if (connection === null) {
          throw new Error('The database is not connected yet');
        }
        return inMongo(connection);
      },
    },
  ];
}
