import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { TbPlus, TbSearch, TbX } from 'react-icons/tb';
import { useState, type SubmitEvent } from 'react';

import { inWords } from './format.js';

/** A text to look for, or one of some values. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly values?: readonly string[];
  /** Of a value; by default its words. */
  readonly labelOf?: (value: string) => string;
  /** Names the choice of a value that is typed, where `values` are not all there may be. */
  readonly other?: string;
  readonly type?: 'text' | 'email' | 'date';
  /** Stands open: it is what people look for most. */
  readonly isSearch?: boolean;
}

interface Filtering {
  readonly fields: readonly FilterField[];
  readonly filters: Readonly<Record<string, string>>;
  /** An empty text takes a filter away. */
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** How the buttons around a list look. */
const quiet = { size: 'compact-md', variant: 'subtle', color: 'gray' } as const;

/** The search of a list, its filters as chips, and a button that adds one. */
export function Filters({ fields, filters, onChange }: Filtering) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [edited, setEdited] = useState<FilterField | null>(null);
  const closed = fields.filter(({ isSearch }) => isSearch !== true);
  const set = closed.filter(({ name }) => (filters[name] ?? '') !== '');
  const edit = (field: FilterField | null): void => {
    setEdited(field);
    open();
  };
  return (
    <Group gap="xs" role="search">
      {fields
        .filter(({ isSearch }) => isSearch)
        .map((field) => (
          <Search
            key={field.name}
            field={field}
            value={filters[field.name] ?? ''}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        ))}
      {set.map((field) => (
        <Chip
          key={field.name}
          field={field}
          value={filters[field.name] ?? ''}
          onEdit={() => edit(field)}
          onRemove={() => onChange({ [field.name]: '' })}
        />
      ))}
      {closed.length === 0 ? null : (
        <Popover opened={isOpen} onDismiss={close} position="bottom-start" shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <Button
              {...quiet}
              leftSection={<TbPlus size={14} aria-hidden />}
              onClick={() => (isOpen ? close() : edit(null))}
            >
              Filter
            </Button>
          </Popover.Target>
          <Popover.Dropdown p={4} aria-label={edited === null ? 'Filters' : edited.label}>
            {edited === null ? (
              <Choices
                key="fields"
                choices={closed.map(({ name, label }) => ({ value: name, label }))}
                onChoose={(chosen) => setEdited(closed.find(({ name }) => name === chosen) ?? null)}
              />
            ) : (
              <Value
                key={edited.name}
                field={edited}
                value={filters[edited.name] ?? ''}
                onSet={(value) => {
                  onChange({ [edited.name]: value });
                  close();
                }}
              />
            )}
          </Popover.Dropdown>
        </Popover>
      )}
      {set.length < 2 ? null : (
        <Button {...quiet} onClick={() => onChange(Object.fromEntries(set.map(({ name }) => [name, ''])))}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** Whoever goes by keyboard goes on in what has just opened. */
function focusFirst(node: HTMLElement | null): void {
  node?.querySelector<HTMLElement>('input, button')?.focus();
}

function Choices({
  choices,
  onChoose,
}: {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <Stack gap={0} ref={focusFirst} className="choices">
      {choices.map(({ value, label }) => (
        <Button key={value} {...quiet} justify="flex-start" fw={400} onClick={() => onChoose(value)}>
          {label}
        </Button>
      ))}
    </Stack>
  );
}

function Value({
  field: { label, values = [], labelOf = inWords, other, type = 'text' },
  value,
  onSet,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly onSet: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [isTyped, setIsTyped] = useState(values.length === 0);
  if (!isTyped) {
    const choices = values.map((each) => ({ value: each, label: labelOf(each) }));
    return (
      <Choices
        choices={other === undefined ? choices : [...choices, { value: '', label: other }]}
        onChoose={(chosen) => (chosen === '' ? setIsTyped(true) : onSet(chosen))}
      />
    );
  }
  return (
    <form
      ref={focusFirst}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onSet(typed.trim());
      }}
    >
      <Group align="flex-end" gap="xs" p="xs">
        <TextInput
          label={label}
          type={type}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Apply
        </Button>
      </Group>
    </form>
  );
}

function Chip({
  field: { label, values, labelOf = values === undefined ? String : inWords },
  value,
  onEdit,
  onRemove,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  return (
    <Button.Group>
      <Button size="compact-md" variant="light" onClick={onEdit}>
        {label}: {labelOf(value)}
      </Button>
      <Button
        size="compact-md"
        variant="light"
        px={6}
        aria-label={`Remove the filter ${label}`}
        onClick={onRemove}
      >
        <TbX size={14} aria-hidden />
      </Button>
    </Button.Group>
  );
}

function Search({
  field: { label, type = 'text' },
  value,
  onChange,
}: {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const changeSoon = useDebouncedCallback(onChange, 250);
  if (shown !== value) {
    // The address was changed by something else, such as the browser's way back.
    setShown(value);
    setTyped(value);
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      className="list-search"
      type={type}
      leftSection={<TbSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        changeSoon(event.currentTarget.value);
      }}
    />
  );
}
