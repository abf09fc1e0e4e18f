import { randomInt, randomUUID } from 'node:crypto';

import type { Role } from '@leadbridge/contracts';

import type { ApiResponse } from './call-api.js';
import type { TestApi } from './test-api.js';

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Gives every test its own client address, because the limit of sign-ins counts by address. */
export const behindProxy = { TRUST_PROXY: 'true' };

export function someAddress(): string {
  return `203.0.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Adds a person with a role; an admin too, whom a key cannot add beside another. */
export async function addPerson(api: TestApi, role: Role): Promise<TestPerson> {
  const email = `${role}.${randomUUID()}@example.com`;
  const password = `correct horse ${randomUUID()}`;
  const body = { email, name: `A ${role}`, role: role === 'admin' ? 'operator' : role, password };
  const response = await api.call('POST', '/users', { body });
  const id = String(response.body['id']);
  await api.mongo.collection<{ _id: string }>('users').updateOne({ _id: id }, { $set: { role } });
  return { id, email, password };
}

/** As if everything in the open sessions of a person had been done so many minutes earlier. */
export async function ageSessions(api: TestApi, { id }: TestPerson, minutes: number): Promise<void> {
  const earlier = (field: string) => ({
    $dateSubtract: { startDate: `$${field}`, unit: 'minute', amount: minutes },
  });
  await api.mongo
    .collection('sessions')
    .updateMany({ userId: id }, [
      { $set: { createdAt: earlier('createdAt'), provenAt: earlier('provenAt') } },
    ]);
}

/** Requests a session, from its own client address. */
export async function logIn(
  api: TestApi,
  person: { readonly email: string; readonly password: string },
  code?: string,
  address = someAddress(),
): Promise<ApiResponse> {
  const { email, password } = person;
  return await api.call('POST', '/auth/login', {
    key: null,
    headers: { 'X-Forwarded-For': address },
    body: { email, password, ...(code === undefined ? {} : { code }) },
  });
}

/** The token of a new session. @throws Error if the sign-in fails */
export async function sessionToken(api: TestApi, person: TestPerson, code?: string): Promise<string> {
  const response = await logIn(api, person, code);
  const token = response.body['token'];
  if (typeof token !== 'string') {
    throw new Error(`No session: ${response.text}`);
  }
  return token;
}
