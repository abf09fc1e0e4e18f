import { TextInput } from '@mantine/core';

import { askForCode, type CodeRequest } from './code-request.js';

/** The field for a code of the second factor; phones offer the code that they were sent. Spaces around a pasted code are left out. */
export function CodeInput({
  label,
  request,
  value,
  onChange,
}: {
  readonly label: string;
  /** Says where the code is to be found. */
  readonly request?: CodeRequest;
  readonly value: string;
  readonly onChange: (code: string) => void;
}) {
  return (
    <TextInput
      label={label}
      description={request === undefined ? undefined : askForCode(request)}
      name="code"
      autoComplete="one-time-code"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}
