export {
  completeClaim,
  openIdempotency,
  SlotLost,
  type IdempotencySettings,
  type IdempotencyStore,
} from './open-idempotency.ts'
