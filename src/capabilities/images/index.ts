export { type IconFile, type SiteIcons } from './site-icons.ts'
export type { ImagesDeps } from './slice.ts'
