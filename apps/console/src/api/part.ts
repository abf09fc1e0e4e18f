import { leadbridge } from './leadbridge.js';
import { isServiceReachable } from './reachable.js';

/** The service responds, and still a file of the console cannot be loaded: a newer version has others. */
export class PartMissing extends Error {}

/**
 * How a part of the console is loaded when it is needed. While the service is away, it is tried again with the pauses of every other request;
 * to load the page anew, as the router would, leaves nothing of it.
 */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (let refusals = 0; ;) {
      try {
        const [loaded] = await Promise.all([load(), import('../later-styles.js')]);
        await requireStyles();
        return loaded;
      } catch (cause) {
        await lookForService();
        refusals += isServiceReachable() ? 1 : 0;
        if (refusals > 1) {
          throw new PartMissing('A part of the console could not be loaded.', { cause });
        }
      }
    }
  };
}

const lookAgainMs = 2_000;
let look: Promise<void> | null = null;

/** One look for all parts that wait; whatever the response is, there is one. */
async function lookForService(): Promise<void> {
  look ??= askService().finally(() => {
    look = null;
  });
  await look;
}

async function askService(): Promise<void> {
  await leadbridge.GET('/auth/session').catch(() => undefined);
  if (!isServiceReachable()) {
    // What a proxy says in the place of the service comes without a pause.
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/** What imports styles takes those that could not be loaded once for loaded. */
const failedStyles = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      failedStyles.add(target);
    }
  },
  true,
);

let stylesAgain: Promise<unknown> | null = null;

/** One load for all parts that wait. */
async function requireStyles(): Promise<void> {
  stylesAgain ??= Promise.all([...failedStyles].map(loadAgain)).finally(() => {
    stylesAgain = null;
  });
  await stylesAgain;
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  const { rel, href, crossOrigin } = link;
  const again = Object.assign(document.createElement('link'), { rel, href, crossOrigin });
  failedStyles.delete(link);
  await new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', reject);
    link.replaceWith(again);
  });
}
