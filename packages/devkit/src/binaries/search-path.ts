import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import type { BinarySource } from './binary-source.js';
import { checkProgram, type ServerProgram } from './server-program.js';

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The step that looks for the program in the folders of `searchPath` (the text of PATH), after a path named outright. */
export function searchPathSource(
  program: ServerProgram,
  searchPath: string,
  named: string | undefined,
  installHint: string,
): BinarySource {
  return {
    step: 'PATH',
    look: async () => {
      const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
      const candidates = program.commands.flatMap((command) =>
        folders.map((folder) => join(folder, command)),
      );
      const problems: string[] = [];
      for (const path of [...(named === undefined ? [] : [named]), ...candidates]) {
        if (!(await isExecutable(path))) {
          continue;
        }
        const check = await checkProgram(program, path);
        if (check.usable) {
          return { found: true, path, detail: `version ${check.version}, ${path}` };
        }
        problems.push(check.reason);
      }
      const reason =
        problems.length > 0 ? problems.join('; ') : `no ${program.commands.join(' or ')} on the PATH`;
      return { found: false, reason, remedy: installHint };
    },
  };
}
