import { Alert, Group, NativeSelect, Stack } from '@mantine/core';

import { encodings, type Encoding } from './file/decode.js';
import type { ReadOptions } from './file/lead-file.js';
import type { FileSummary } from './file/protocol.js';

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
};

const separatorNames: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
};

const choices = (names: Readonly<Record<string, string>>) => [
  { value: '', label: 'Detect automatically' },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** How the file is read: as it was found out, or as somebody says. */
export function ReadingOptions({
  options,
  summary,
  onChange,
}: {
  readonly options: ReadOptions;
  readonly summary: FileSummary | null;
  readonly onChange: (options: ReadOptions) => void;
}) {
  const encoding = options.encoding ?? summary?.encoding ?? '';
  const separator = options.separator ?? summary?.separator ?? '';
  return (
    <Stack>
      <Group>
        <NativeSelect
          label="Encoding"
          data={choices(encodingNames)}
          value={encoding}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...options, encoding: encodings.find((each) => each === value) ?? null })
          }
        />
        {summary?.kind === 'json' ? null : (
          <NativeSelect
            label="Separator"
            data={choices(separatorNames)}
            value={separator}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...options, separator: value === '' ? null : value })
            }
          />
        )}
      </Group>
      {summary?.isEncodingGuessed === true && summary.encoding !== null ? (
        <Alert color="yellow">
          The file is not UTF-8 and was read as {encodingNames[summary.encoding]}: check that letters with
          accents are right.
        </Alert>
      ) : null}
    </Stack>
  );
}
