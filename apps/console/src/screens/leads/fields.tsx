import { Text } from '@mantine/core';

import { Fragment } from 'react';

import type { SharedRecordView } from '@leadbridge/contracts';

import { Facts, type Fact } from '../../parts/facts.js';
import { fieldLabel } from '../../parts/field-label.js';
import { counted, inWords, valueText } from '../../parts/format.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { originsOf, standingFields, type Origin, type Origins } from './origins.js';

/** What is known of the person and the company: each value once, with its source, and what was offered and not taken. */
export function Fields({ record }: { readonly record: SharedRecordView & Origins }) {
  const { contact, research } = record;
  const origins = new Map(originsOf(record).map((origin) => [origin.field, origin]));
  const { name: _name, ...own } = contact;
  const groups = [
    ['Contact and company', { ...own }],
    ['Research', { ...research }],
    ['Fields of the ticket', standingFields(record)],
  ] as const;
  return groups.map(([title, values]) => {
    const known = Object.entries(values).filter(([, value]) => value !== null && value !== '');
    const facts = known.map(([field, value]): Fact => [
      /^CF_/u.test(field) ? fieldLabel(field) : inWords(field),
      <Fragment key={field}>
        {valueText(value)} <SourceOf origin={origins.get(field)} />
      </Fragment>,
    ]);
    return facts.length === 0 ? null : (
      <Section key={title} title={title}>
        <Facts look="plain" facts={facts} />
      </Section>
    );
  });
}

function SourceOf({ origin }: { readonly origin: Origin | undefined }) {
  if (origin === undefined) {
    return null;
  }
  const { source, notTaken } = origin;
  return (
    <>
      {source === null ? null : <span className="source">{sourceLabel(source)}</span>}
      {notTaken.length === 0 ? null : (
        <details>
          <summary>{counted(notTaken.length, 'other value')}</summary>
          {notTaken.map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </details>
      )}
    </>
  );
}
