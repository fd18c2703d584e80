export { enqueueDeliveries, type Attempt, type DeliveryView } from './delivery-rows.ts'
export type { EndpointOf, WebhookEndpoint } from './endpoint-rows.ts'
export { openWebhooks, type Webhooks, type WebhooksSettings } from './open-webhooks.ts'
