export { forgetReplays } from './forget-replays.ts'
export {
  completeClaim,
  openIdempotency,
  SlotLost,
  type IdempotencySettings,
  type IdempotencyStore,
} from './open-idempotency.ts'
