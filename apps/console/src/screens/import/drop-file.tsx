import { FileButton, Button, Group, Paper, Text } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';

import { formatNumber } from '../../parts/format.js';

/** A place to drop a file on, and a button for who uses no mouse. */
export function DropFile({
  name,
  onFile,
  holds = 'leads',
  max = 10_000,
}: {
  readonly name: string | null;
  /** What the rows of the file are, and how many of them it may have. */
  readonly holds?: string;
  readonly max?: number;
  readonly onFile: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  // Otherwise a file that was changed could not be chosen again.
  const forget = useRef<() => void>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) {
      onFile(file);
    }
  };
  return (
    <Paper
      withBorder
      p="lg"
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group>
        <FileButton
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
          onChange={(file) => {
            if (file !== null) {
              onFile(file);
            }
            forget.current?.();
          }}
          resetRef={forget}
          inputProps={{ 'aria-label': `File of ${holds}` }}
        >
          {(props) => <Button {...props}>{name === null ? 'Choose a file' : 'Choose another file'}</Button>}
        </FileButton>
        <Text>
          {name ??
            `or drop it here: CSV, TSV, JSON or NDJSON, up to ${formatNumber(max)} ${holds}. Nothing is sent yet.`}
        </Text>
      </Group>
    </Paper>
  );
}
