import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startSystem, type TestSystem } from '@leadbridge/devkit';
import { generateSync } from 'otplib';

/** What is looked at is the console, and not how imports wait for the PSA. */
const psaRateLimit = 100_000;

const buildScript = fileURLToPath(new URL('../../../../console/build.mjs', import.meta.url));

export interface ConsolePerson {
  readonly email: string;
  readonly password: string;
}

export interface ConsoleSystem extends TestSystem {
  /** Asks the API as an admin; answers the body. @throws Error of a refusal */
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  addPerson(role: string): Promise<ConsolePerson>;
}

/** The whole service with the console as it is in the sources, which is built where they have changed. */
export async function startConsoleSystem(): Promise<ConsoleSystem> {
  const build = spawn(process.execPath, [buildScript], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [system, [exitCode]] = await Promise.all([
    startSystem({
      env: {
        TRUST_PROXY: 'true',
        PSA_RATE_LIMIT: String(psaRateLimit),
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
      },
      simulator: { rateLimit: psaRateLimit },
    }),
    once(build, 'exit'),
  ]);
  if (exitCode !== 0) {
    await system.stop();
    throw new Error(`The console could not be built: ${String(exitCode)}`);
  }

  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await fetch(`${system.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${system.adminKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${text}`);
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
      await ask('POST', '/users', { ...person, name: `A ${role}`, role });
      return person;
    },
  };
}

/** The code that an authenticator app shows now, or so many steps of 30 s from now. */
export function codeOf(secret: string, step = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 });
}
