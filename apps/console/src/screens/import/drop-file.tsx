import { FileButton, Button, Group, Paper, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';

/** A place to drop a file on, and a button for who uses no mouse. */
export function DropFile({
  name,
  onFile,
}: {
  readonly name: string | null;
  readonly onFile: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
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
          }}
          inputProps={{ 'aria-label': 'File of leads' }}
        >
          {(props) => <Button {...props}>{name === null ? 'Choose a file' : 'Choose another file'}</Button>}
        </FileButton>
        <Text>
          {name ?? 'or drop it here: CSV, TSV, JSON or NDJSON, up to 10,000 leads. Nothing is sent yet.'}
        </Text>
      </Group>
    </Paper>
  );
}
