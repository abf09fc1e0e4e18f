import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BinaryCache } from './binary-cache.js';
import type { BinarySource, Report } from './binary-source.js';
import { checkProgram, mongod } from './server-program.js';

const site = 'https://fastdl.mongodb.org';
const responseLimit = 4_000;

function isReachable(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(
      address,
      { method: 'HEAD', signal: AbortSignal.timeout(responseLimit) },
      (response) => {
        response.destroy();
        resolve(true);
      },
    );
    probe.once('error', () => {
      resolve(false);
    });
    probe.end();
  });
}

/**
 * The step that lets mongodb-memory-server download MongoDB from its makers. Its own time limits are minutes long, so the
 * site is asked first and given up after a few seconds.
 */
export function mongodbDownloadSource(cache: BinaryCache, report: Report): BinarySource {
  const remedy = 'Connect to the network, or install mongod yourself';
  return {
    step: `Download from ${site}`,
    look: async () => {
      if (!(await isReachable(site))) {
        return { found: false, reason: `no response within ${responseLimit / 1000} s`, remedy };
      }
      report(`MongoDB: downloading from ${site} (about 100 MB) ...`);
      const downloadDir = await mkdtemp(join(tmpdir(), 'leadbridge-mongod-'));
      try {
        const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
        const path = await cache.keep(mongod, await MongoBinary.getPath({ downloadDir, checkMD5: true }));
        const check = await checkProgram(mongod, path);
        return check.usable
          ? { found: true, path, detail: `version ${check.version}, downloaded from ${site}` }
          : { found: false, reason: check.reason, remedy };
      } catch (error) {
        const reason = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
        return { found: false, reason, remedy };
      } finally {
        await rm(downloadDir, { recursive: true, force: true });
      }
    },
  };
}
