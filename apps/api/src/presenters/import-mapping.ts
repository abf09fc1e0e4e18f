import type { ImportMappingView } from '@leadbridge/contracts';
import type { ImportMapping } from '@leadbridge/usecases';

export function presentImportMapping({
  name,
  columns,
  updatedAt,
  updatedBy,
}: ImportMapping): ImportMappingView {
  return { name, columns, updated_at: updatedAt, updated_by: updatedBy };
}
