import type { TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';
import { generateSync } from 'otplib';

import { startSystemHere } from '../../../../../tests/support/start-system-here.js';

/** The tests are about the console, not about how imports wait for the PSA. */
const psaRateLimit = 100_000;

export interface ConsolePerson {
  readonly email: string;
  readonly password: string;
}

export interface ConsoleSystem extends TestSystem {
  /** Calls the API as an admin; returns the body. @throws Error for an error response */
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  addPerson(role: string): Promise<ConsolePerson>;
}

/** The whole service with the console, which the test run has built from the sources. */
export async function startConsoleSystem(env: Readonly<Record<string, string>> = {}): Promise<ConsoleSystem> {
  const system = await startSystemHere({
    env: {
      TRUST_PROXY: 'true',
      PSA_RATE_LIMIT: String(psaRateLimit),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
      ...env,
    },
    simulator: { rateLimit: psaRateLimit },
  });

  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${system.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${system.adminKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  let people = 0;
  return {
    ...system,
    ask,
    async addPerson(role) {
      people += 1;
      const person = { email: `${role}.${people}@example.com`, password: 'correct horse battery staple' };
      // A key cannot add an admin beside another.
      const added = role === 'admin' ? 'operator' : role;
      await ask('POST', '/users', {
        ...person,
        name: `${role === 'viewer' ? 'A' : 'An'} ${role}`,
        role: added,
      });
      const mongo = await connectMongo(system.mongodbUri);
      await mongo.collection('users').updateOne({ email: person.email }, { $set: { role } });
      await mongo.close();
      return person;
    },
  };
}

/** The code that an authenticator app shows now, or the given number of 30 s steps from now. */
export function codeOf(secret: string, step = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 });
}
