import {
  SlidersIcon,
  AlertIcon,
  GitCompareIcon,
  CircleSlashIcon,
  BriefcaseIcon,
  OrganizationIcon,
  TrashIcon,
  HistoryIcon,
  KeyIcon,
  MeterIcon,
  TasklistIcon,
  PlugIcon,
  ServerIcon,
  StackIcon,
  UploadIcon,
  PersonIcon,
  VerifiedIcon,
  PeopleIcon,
  WebhookIcon,
  type Icon,
} from '@primer/octicons-react';

const icons: Readonly<Record<string, Icon>> = {
  '/': MeterIcon,
  '/import': UploadIcon,
  '/leads': PersonIcon,
  '/prospects': VerifiedIcon,
  '/opportunities': BriefcaseIcon,
  '/jobs': TasklistIcon,
  '/errors': AlertIcon,
  '/reconciliations': GitCompareIcon,
  '/company-matches': OrganizationIcon,
  '/queues': StackIcon,
  '/opt-outs': CircleSlashIcon,
  '/erasure': TrashIcon,
  '/audit': HistoryIcon,
  '/psa': ServerIcon,
  '/settings?tab=providers': PlugIcon,
  '/webhooks': WebhookIcon,
  '/people': PeopleIcon,
  '/api-keys': KeyIcon,
  '/settings?tab=defaults': SlidersIcon,
};

/** The icon of a screen; its name stands beside it. */
export function PlaceIcon({ path }: { readonly path: string }) {
  const PathIcon = icons[path] ?? MeterIcon;
  return <PathIcon size={16} aria-hidden />;
}
