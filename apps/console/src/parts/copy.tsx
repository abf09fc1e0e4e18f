import { Button, Code, CopyButton } from '@mantine/core';

/** Copies a text, and says so. */
export function Copy({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`Copy ${name}`}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}

const shownCharacters = 14;

/** An id as a short chip. */
export function CopyId({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <>
      <Code title={id}>{id.length > shownCharacters ? `${id.slice(0, shownCharacters)}…` : id}</Code>
      <Copy text={id} name={name} />
    </>
  );
}
