import { randomInt, randomUUID } from 'node:crypto';

import type { Role } from '@leadbridge/contracts';

import type { ApiAnswer } from './call-api.js';
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

/** Adds a person with a role. */
export async function addPerson(api: TestApi, role: Role): Promise<TestPerson> {
  const email = `${role}.${randomUUID()}@example.com`;
  const password = `correct horse ${randomUUID()}`;
  const answer = await api.call('POST', '/users', { body: { email, name: `A ${role}`, role, password } });
  return { id: String(answer.body['id']), email, password };
}

/** Requests a session, from its own client address. */
export async function logIn(
  api: TestApi,
  person: { readonly email: string; readonly password: string },
  code?: string,
  address = someAddress(),
): Promise<ApiAnswer> {
  const { email, password } = person;
  return await api.call('POST', '/auth/login', {
    key: null,
    headers: { 'X-Forwarded-For': address },
    body: { email, password, ...(code === undefined ? {} : { code }) },
  });
}

/** The token of a new session. @throws Error if the sign-in fails */
export async function sessionToken(api: TestApi, person: TestPerson, code?: string): Promise<string> {
  const answer = await logIn(api, person, code);
  const token = answer.body['token'];
  if (typeof token !== 'string') {
    throw new Error(`No session: ${answer.text}`);
  }
  return token;
}
