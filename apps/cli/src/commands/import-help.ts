import { FLAT_FIELDS } from '@leadbridge/domain';

const lineLength = 78;

/** A file as the help shows it, whose rows the service imports. */
export const exampleFile = [
  'first_name,last_name,email,company,title,phone,country,do_not_contact',
  'Jane,Doe,jane.doe@example.com,Example Ltd,Head of IT,020 7946 0018,United Kingdom,',
  '"Jean-Paul",Martin,,"Exemple, SA",Directeur,+33 1 99 00 12 34,FR,yes',
] as const;

/** The columns that an import reads, and an example, for the end of the command's help. */
export function importHelp(): string {
  return [
    '',
    'Columns, in any order and under any of the names that spreadsheets and other tools',
    'give them, such as "E-mail" or "Company Name" (docs/files.md lists the names):',
    ...wrapped(FLAT_FIELDS),
    '',
    'A lead needs an email, a company with a name, or a phone number.',
    '',
    'Example, leads.csv:',
    ...exampleFile.map((line) => `  ${line}`),
    '',
    '  leadbridge import leads.csv --dry-run',
    '  leadbridge import leads.csv --failures failed.csv',
    '  leadbridge import leads.csv --map "Firma 1=company" --source csv',
  ].join('\n');
}

function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = ' ';
  for (const name of names) {
    if (line.length + name.length + 2 > lineLength) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${name}`;
  }
  return [...lines, line];
}
