import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { defaultSources } from '@leadbridge/domain';

const another = 'another';
const choices = [
  ...defaultSources.map(({ name, label }) => ({ value: name, label })),
  { value: another, label: 'Another source' },
];

/** Where the leads come from: a source that every service has, or one that the settings have added. */
export function SourceChoice({
  source,
  onChange,
}: {
  readonly source: string;
  readonly onChange: (source: string) => void;
}) {
  const [isOther, setOther] = useState(choices.every(({ value }) => value !== source));
  return (
    <>
      <NativeSelect
        label="Source"
        description="Where the leads come from"
        data={choices}
        value={isOther ? another : source}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === another);
          onChange(value === another ? '' : value);
        }}
      />
      {isOther ? (
        <TextInput
          label="Name of the source"
          description="As the settings have it"
          required
          maxLength={100}
          value={source}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}
