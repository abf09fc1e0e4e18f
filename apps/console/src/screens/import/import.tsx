import { Alert, Stack, Text, Title } from '@mantine/core';

import { Loading } from '../../parts/states.js';
import { DropFile } from './drop-file.js';
import { MappingTable } from './mapping-table.js';
import { ReadingOptions } from './reading-options.js';
import { RowPreview } from './row-preview.js';
import { SendForm } from './send-form.js';
import { useLeadFile } from './use-lead-file.js';

/** A file is dropped, its columns are mapped, its faults are shown, and it is sent: as a dry run first, or at once. */
export function Import() {
  const state = useLeadFile();
  const { file, summary, problem, isReading } = state;
  return (
    <Stack>
      <Title order={1}>Import</Title>
      <DropFile name={file?.name ?? null} onFile={state.choose} />
      {file === null ? null : (
        <ReadingOptions options={state.options} summary={summary} onChange={state.readAs} />
      )}
      {isReading ? <Loading what="the file" /> : null}
      {problem === null ? null : (
        <Alert color="red" role="alert" title="Nothing of this file can be imported yet">
          {problem}
        </Alert>
      )}
      {file === null || summary === null ? null : (
        <>
          <Text role="status">
            {summary.count.toLocaleString()} leads in {summary.columns.length} columns.
          </Text>
          <MappingTable summary={summary} mapping={state.mapping} onChange={state.changeMapping} />
          <RowPreview state={state} summary={summary} />
          <SendForm state={state} fileName={file.name} />
        </>
      )}
    </Stack>
  );
}
