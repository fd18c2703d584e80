export { type AddressRules } from './address-guard.ts'
export { OutboundFailed, OutboundRefused } from './failures.ts'
export { openOutbound, type Outbound, type OutboundAnswer, type OutboundRequest } from './open-outbound.ts'
export { createPace, type Pace } from './pace.ts'
