import mongoose from 'mongoose';

import { maintenanceOptions } from './connect.js';

/**
 * A client for the commands that no version of the Stable API has: to look up and end orphaned transactions,
 * and to read a server parameter. MongoDB has no others for that, and a server that refuses them costs
 * nothing else. It connects when it is first used.
 */
export function createMaintenanceClient(uri: string): mongoose.mongo.MongoClient {
  return new mongoose.mongo.MongoClient(uri, maintenanceOptions);
}
