export type { DestinationParts, DisabledNotice } from './deliverer-settings.ts'
export { deliveryStates, type DeliveryView, type LoggedAttempt } from './delivery-log.ts'
export { enqueueDeliveries, type DeliveryAttempt } from './delivery-rows.ts'
export { mailAddresses } from './digest.ts'
export { forgetWebhookAnswers } from './forget-answers.ts'
export {
  destinationKinds,
  digests,
  disabledReasons,
  type DestinationKind,
  type Digest,
  type DisabledEndpoint,
  type EndpointChange,
  type EndpointOf,
  type WebhookEndpoint,
} from './endpoint-rows.ts'
export { eventHeaders, newSecret, secretBytes, secretText } from './signature.ts'
export { shownAddress } from './endpoint-rows.ts'
export { plainText } from './event-text.ts'
export { openWebhooks, type Webhooks, type WebhooksSettings } from './open-webhooks.ts'
