import mongoose, { type Connection } from 'mongoose';

/** Error codes of the server if the index or its collection does not exist. */
const missingCodes: readonly unknown[] = [26, 27];

export async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError && missingCodes.includes(error.code))) {
      throw error;
    }
  }
}
