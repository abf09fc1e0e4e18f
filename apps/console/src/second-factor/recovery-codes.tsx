import { Alert, Button, Code, CopyButton, Group, List, Stack, Text } from '@mantine/core';

/** Shown once, after a second factor was confirmed. */
export function RecoveryCodes({
  codes,
  onSaved,
}: {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}) {
  return (
    <Alert color="green" title="Two-factor authentication is on" role="status">
      <Stack align="flex-start">
        <Text>
          Save these recovery codes where you can find them without your device. Each can be used once instead
          of a code. They are not shown again.
        </Text>
        <List listStyleType="none">
          {codes.map((each) => (
            <List.Item key={each}>
              <Code>{each}</Code>
            </List.Item>
          ))}
        </List>
        <Group>
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onSaved}>I have saved them</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
