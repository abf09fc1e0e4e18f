import { ActionIcon, Menu } from '@mantine/core';
import { TbDots } from 'react-icons/tb';
import { useState } from 'react';

import { ActionDialog, type ActionFormProps } from './action-form.js';
import { ConfirmDialog, type Question } from './confirm-button.js';

export interface RowAction {
  readonly label: string;
  /** What cannot be taken back is red. */
  readonly isDestructive?: boolean;
  /** What is done at once, or after a question, or by a form. */
  readonly act:
    | (() => void)
    | { readonly ask: Omit<Question, 'label'> }
    | { readonly form: Omit<ActionFormProps<never>, 'label'> };
}

/** What may be done with a row or a record, behind “…”. */
export function RowMenu({ of, actions }: { readonly of: string; readonly actions: readonly RowAction[] }) {
  const [chosen, setChosen] = useState<RowAction | null>(null);
  const close = (): void => setChosen(null);
  const act = chosen?.act;
  return (
    <>
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${of}`}>
            <TbDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.label}
              {...(action.isDestructive === true ? { className: 'fault-text' } : {})}
              onClick={() => (typeof action.act === 'function' ? action.act() : setChosen(action))}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen !== null && typeof act === 'object' && 'ask' in act ? (
        <ConfirmDialog label={chosen.label} {...act.ask} isOpen onClose={close} />
      ) : null}
      {chosen !== null && typeof act === 'object' && 'form' in act ? (
        <ActionDialog label={chosen.label} {...act.form} isOpen onClose={close} />
      ) : null}
    </>
  );
}
