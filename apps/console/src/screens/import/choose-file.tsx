import { Alert } from '@mantine/core';

import { Loading } from '../../parts/states.js';
import { DropFile } from './drop-file.js';
import { ReadingOptions } from './reading-options.js';
import type { LeadFileState } from './use-lead-file.js';

/** A file is chosen, and read as it was found out or as somebody says. */
export function ChooseFile({
  state: { file, choose, options, summary, readAs, isReading, problem },
  refusal,
  ...drop
}: {
  readonly state: LeadFileState;
  /** What it means that the file could not be read. */
  readonly refusal: string;
  readonly holds?: string;
  readonly max?: number;
}) {
  return (
    <>
      <DropFile name={file?.name ?? null} onFile={choose} {...drop} />
      {file === null ? null : <ReadingOptions options={options} summary={summary} onChange={readAs} />}
      {isReading ? <Loading what="the file" /> : null}
      {problem === null ? null : (
        <Alert color="red" role="alert" title={refusal}>
          {problem}
        </Alert>
      )}
    </>
  );
}
