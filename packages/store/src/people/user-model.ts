import type { Role, SecondFactorMethod } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** A person who may sign in. Their secrets stand in `credentials`, so that no look at a person carries one along. */
export interface UserDocument {
  /** `usr_…` */
  _id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  secondFactor: SecondFactorMethod | null;
  secondFactorDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  lastSignInAt: Date | null;
}

const schema = new Schema<UserDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    role: { type: String, required: true },
    disabled: { type: Boolean, required: true },
    secondFactor: { type: String, default: null },
    secondFactorDueAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    lastSignInAt: { type: Date, default: null },
  },
  { collection: 'users', versionKey: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ name: 1, _id: 1 });
schema.index({ role: 1, disabled: 1 });

export function userModel(connection: Connection): Model<UserDocument> {
  return connection.models['User'] ?? connection.model<UserDocument>('User', schema);
}
