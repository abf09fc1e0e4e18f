import { assertUnchanged } from './file/file-bytes.js';
import { rememberSent } from './file/sent-files.js';
import type { LeadFileState } from './use-lead-file.js';
import { useSending } from './use-sending.js';

const maxFileNameLength = 255;

/** Sends the leads of a file, and goes to the job that takes them. */
export function useImport(
  { worker, mapping, source }: LeadFileState,
  { file, updateExisting }: { readonly file: File; readonly updateExisting: boolean },
) {
  return useSending<'dry run' | 'import'>(
    worker,
    '/sync/leads/bulk',
    async (what, by) => {
      await assertUnchanged(file);
      const { leads, rows } = await by.do('leads', { mapping });
      const options = JSON.stringify({ update_existing: updateExisting });
      const batch = JSON.stringify({
        file_name: file.name.slice(0, maxFileNameLength),
        ...(what === 'dry run' ? { dry_run: true } : {}),
      });
      return `{"source":${JSON.stringify(source)},"options":${options},"batch_options":${batch},"leads":${leads},"rows":${rows}}`;
    },
    (jobId, by) => rememberSent(jobId, { name: file.name, worker: by }),
  );
}
