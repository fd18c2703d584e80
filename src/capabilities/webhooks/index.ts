export type { WebhooksDeps } from './slice.ts'
