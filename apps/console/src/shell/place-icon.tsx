import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsDiff,
  IconBan,
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconEraser,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconPlugConnected,
  IconServer,
  IconStack2,
  IconUpload,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  '/': IconLayoutDashboard,
  '/import': IconUpload,
  '/leads': IconUser,
  '/prospects': IconUserCheck,
  '/opportunities': IconBuildingBank,
  '/jobs': IconListCheck,
  '/errors': IconAlertTriangle,
  '/reconciliations': IconArrowsDiff,
  '/company-matches': IconBuildingSkyscraper,
  '/queues': IconStack2,
  '/opt-outs': IconBan,
  '/erasure': IconEraser,
  '/audit': IconHistory,
  '/psa': IconServer,
  '/settings?tab=providers': IconPlugConnected,
  '/webhooks': IconWebhook,
  '/people': IconUsers,
  '/api-keys': IconKey,
  '/settings?tab=defaults': IconAdjustments,
};

/** The icon of a screen; its name stands beside it. */
export function PlaceIcon({ path }: { readonly path: string }) {
  const PathIcon = icons[path] ?? IconLayoutDashboard;
  return <PathIcon size={18} stroke={1.7} aria-hidden />;
}
