import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';

/** What the databases of a whole run take, several times over. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * The folder for the data of servers that live no longer than a run: in memory, where the machine has a file system there. A run makes
 * hundreds of databases with tens of thousands of files, which on a disk takes longer than the tests themselves.
 */
export async function testDataRoot(): Promise<string> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= minFreeBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}
