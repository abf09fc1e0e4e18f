import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const generators = {
  BOOTSTRAP_API_KEY: () => `lbk_${randomBytes(24).toString('base64url')}`,
  WEBHOOK_INBOUND_SECRET: () => randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
} as const;

export type SecretName = keyof typeof generators;
export type DevelopmentSecrets = Readonly<Record<SecretName, string>>;

const names = Object.keys(generators) as SecretName[];

async function readKept(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/**
 * The secrets of a development start: those of the environment, else those of an earlier start, else new ones. They are kept
 * beside the data that were made with them, readable by their owner alone: with another ENCRYPTION_KEY the data would be lost.
 */
export async function developmentSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  dataDirectory: string,
): Promise<DevelopmentSecrets> {
  const file = join(dataDirectory, 'secrets.json');
  const before = await readKept(file);
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = before[name];
    kept[name] = typeof value === 'string' && value !== '' ? value : generators[name]();
  }
  if (names.some((name) => kept[name] !== before[name])) {
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  }
  const chosen = names.map((name) => [name, environment[name] || kept[name]]);
  return Object.fromEntries(chosen) as DevelopmentSecrets;
}
