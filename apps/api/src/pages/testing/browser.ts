import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** Chromium without windows comes first: it takes a third to a half less of the processor. */
const programs = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; null if there is none. */
export const browserProgram = programs.find((program) => existsSync(program)) ?? null;

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Far longer than any of our pages takes on a busy machine, and below the limit of a test. */
const actionLimitMs = 60_000;

export interface TestBrowser {
  readonly context: BrowserContext;
  /** Errors in its pages: blocked by a policy, thrown by a script. */
  readonly faults: readonly string[];
  /** Hosts that its pages sent requests to. */
  readonly hosts: ReadonlySet<string>;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/**
 * A browser with a temporary profile.
 *
 * @param moves whether its pages move, as most people see them; without, they take a third less of the processor
 */
export async function startBrowser(
  viewport: { width: number; height: number },
  { moves = false }: { readonly moves?: boolean } = {},
): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'leadbridge-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserProgram ?? '',
    headless: true,
    args: flags,
    viewport,
    reducedMotion: moves ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(actionLimitMs);
  const faults: string[] = [];
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  return {
    context,
    faults,
    hosts,
    async newPage() {
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) {
          faults.push(message.text());
        }
      });
      return page;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
