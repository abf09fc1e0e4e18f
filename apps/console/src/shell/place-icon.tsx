import type { IconType } from 'react-icons';
import {
  TbAdjustments,
  TbAlertTriangle,
  TbArrowsDiff,
  TbBan,
  TbBuildingBank,
  TbBuildingSkyscraper,
  TbEraser,
  TbHistory,
  TbKey,
  TbLayoutDashboard,
  TbListCheck,
  TbPlugConnected,
  TbServer,
  TbStack2,
  TbUpload,
  TbUser,
  TbUserCheck,
  TbUsers,
  TbWebhook,
} from 'react-icons/tb';

const icons: Readonly<Record<string, IconType>> = {
  '/': TbLayoutDashboard,
  '/import': TbUpload,
  '/leads': TbUser,
  '/prospects': TbUserCheck,
  '/opportunities': TbBuildingBank,
  '/jobs': TbListCheck,
  '/errors': TbAlertTriangle,
  '/reconciliations': TbArrowsDiff,
  '/company-matches': TbBuildingSkyscraper,
  '/queues': TbStack2,
  '/opt-outs': TbBan,
  '/erasure': TbEraser,
  '/audit': TbHistory,
  '/psa': TbServer,
  '/settings?tab=providers': TbPlugConnected,
  '/webhooks': TbWebhook,
  '/people': TbUsers,
  '/api-keys': TbKey,
  '/settings?tab=defaults': TbAdjustments,
};

/** The icon of a screen; its name stands beside it. */
export function PlaceIcon({ path }: { readonly path: string }) {
  const PathIcon = icons[path] ?? TbLayoutDashboard;
  return <PathIcon size={18} strokeWidth={1.7} aria-hidden />;
}
