import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A button for what cannot be taken back by a second click: it says what will happen, and asks. */
export function ConfirmButton({
  label,
  question,
  confirm,
  onConfirm,
  loading = false,
  color = 'red.9',
  children,
}: {
  readonly label: string;
  readonly question: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly loading?: boolean;
  readonly color?: string;
  readonly children?: ReactNode;
}) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" loading={loading} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Text>{question}</Text>
          {children}
          <Group>
            <Button
              color={color}
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {confirm}
            </Button>
            <Button variant="default" onClick={close} data-autofocus>
              Back
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
